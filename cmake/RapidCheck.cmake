# RapidCheck: the system's library natively; under Emscripten its source, pinned.
if(NOT EMSCRIPTEN)
  find_library(DRIFTMARK_RAPIDCHECK_LIBRARY rapidcheck REQUIRED)
  add_library(driftmark_rapidcheck INTERFACE)
  target_link_libraries(driftmark_rapidcheck INTERFACE "${DRIFTMARK_RAPIDCHECK_LIBRARY}")
  return()
endif()

include(FetchContent)
FetchContent_Declare(rapidcheck
  GIT_REPOSITORY https://github.com/emil-e/rapidcheck.git
  GIT_TAG a5724ea5b0b00147109b0605c377f1e54c353ba2)
FetchContent_GetProperties(rapidcheck)
if(NOT rapidcheck_POPULATED)
  FetchContent_Populate(rapidcheck)
endif()
file(GLOB_RECURSE rapidcheck_sources "${rapidcheck_SOURCE_DIR}/src/*.cpp")  # a library's, whose list is not ours
add_library(driftmark_rapidcheck STATIC ${rapidcheck_sources})
target_include_directories(driftmark_rapidcheck SYSTEM PUBLIC "${rapidcheck_SOURCE_DIR}/include")
target_compile_options(driftmark_rapidcheck PRIVATE -w)
# Its headers name std::exception_ptr without including <exception>, which libc++ does not do for them.
target_compile_options(driftmark_rapidcheck PUBLIC "SHELL:-include exception")
