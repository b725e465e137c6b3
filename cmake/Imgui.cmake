# Dear ImGui 1.92 as source, pinned. tools/setup passes FETCHCONTENT_SOURCE_DIR_IMGUI where upstream cannot be reached.
include(FetchContent)
FetchContent_Declare(imgui
  GIT_REPOSITORY https://github.com/ocornut/imgui.git
  GIT_TAG 45acd5e0e82f4c954432533ae9985ff0e1aad6d5) # v1.92.2b
FetchContent_GetProperties(imgui)
if(NOT imgui_POPULATED)
  FetchContent_Populate(imgui)
endif()

add_library(driftmark_imgui STATIC
  "${imgui_SOURCE_DIR}/imgui.cpp" "${imgui_SOURCE_DIR}/imgui_draw.cpp" "${imgui_SOURCE_DIR}/imgui_tables.cpp"
  "${imgui_SOURCE_DIR}/imgui_widgets.cpp" "${imgui_SOURCE_DIR}/backends/imgui_impl_opengl3.cpp")
target_include_directories(driftmark_imgui SYSTEM PUBLIC "${imgui_SOURCE_DIR}")
target_include_directories(driftmark_imgui PRIVATE "${PROJECT_SOURCE_DIR}/src")
target_compile_definitions(driftmark_imgui PUBLIC "IMGUI_USER_CONFIG=\"host/imgui_config.h\"" IMGUI_IMPL_OPENGL_ES3)
target_compile_options(driftmark_imgui PRIVATE -fno-exceptions -fno-rtti -w)
