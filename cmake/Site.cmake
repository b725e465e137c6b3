# build/site: the pages of web/, the modules, the fonts and the theme, as any static host serves them.
find_program(DRIFTMARK_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(NOT DRIFTMARK_PYTHON)
  find_program(DRIFTMARK_PYTHON NAMES python3 REQUIRED)
endif()

set(fonts_dir "${DRIFTMARK_WEB_DIR}/fonts")
set(fonts "${fonts_dir}/Inter-Regular.otf" "${fonts_dir}/Inter-SemiBold.otf" "${fonts_dir}/JetBrainsMono-Regular.ttf")
add_custom_command(OUTPUT ${fonts}
  COMMAND "${DRIFTMARK_PYTHON}" "${PROJECT_SOURCE_DIR}/tools/subset_fonts.py" "${fonts_dir}"
  DEPENDS "${PROJECT_SOURCE_DIR}/tools/subset_fonts.py" COMMENT "Subsetting the fonts" VERBATIM)

# What the site is made of, and under which terms: ours, and Dear ImGui's.
include(FetchContent)
FetchContent_GetProperties(imgui)
file(READ "${PROJECT_SOURCE_DIR}/LICENSE" own)
file(READ "${imgui_SOURCE_DIR}/LICENSE.txt" imgui)
file(WRITE "${DRIFTMARK_WEB_DIR}/licences.txt"
  "Driftmark\n\n${own}\n\nDear ImGui\n\n${imgui}\n\nThe fonts: see fonts/OFL.txt\n")

set(site "${PROJECT_SOURCE_DIR}/build/site")
add_custom_target(driftmark-site ALL
  COMMAND "${CMAKE_COMMAND}" -E rm -rf "${site}.new"
  COMMAND "${CMAKE_COMMAND}" -E copy_directory "${PROJECT_SOURCE_DIR}/web" "${site}.new"
  COMMAND "${CMAKE_COMMAND}" -E copy_directory "${DRIFTMARK_WEB_DIR}" "${site}.new"
  COMMAND "${CMAKE_COMMAND}" -E rm -rf "${site}"
  COMMAND "${CMAKE_COMMAND}" -E rename "${site}.new" "${site}"
  DEPENDS ${fonts} COMMENT "Putting build/site together" VERBATIM)
add_dependencies(driftmark-site driftmark-core driftmark-figures driftmark-theme)
