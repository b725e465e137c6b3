# A room of the house: one library of the sources its own CMakeLists.txt lists, seeing only the rooms it
# may see. Warnings and sanitizers are set here, once.
add_library(driftmark_options INTERFACE)
target_include_directories(driftmark_options INTERFACE "${PROJECT_SOURCE_DIR}/src")
target_compile_options(driftmark_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
  $<$<BOOL:${DRIFTMARK_WERROR}>:-Werror>)
if(DRIFTMARK_SANITIZE)
  target_compile_options(driftmark_options INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(driftmark_options INTERFACE -fsanitize=address,undefined)
endif()

function(driftmark_room name)
  cmake_parse_arguments(room "" "" "SOURCES;SEES" ${ARGN})
  set(target driftmark_${name})
  list(TRANSFORM room_SEES PREPEND driftmark_)
  if(room_SOURCES)
    add_library(${target} STATIC ${room_SOURCES})
    target_link_libraries(${target} PUBLIC driftmark_options ${room_SEES})
  else()
    add_library(${target} INTERFACE)
    target_link_libraries(${target} INTERFACE driftmark_options ${room_SEES})
  endif()
endfunction()
