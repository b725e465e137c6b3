# An ES module with its WebAssembly beside it, small, without a file system, fit for a strict content policy.
# Everything that differs between Emscripten 3.1.69 and 6.x is left alone: these settings mean the same in both.
set(DRIFTMARK_WEB_DIR "${PROJECT_BINARY_DIR}/modules" CACHE PATH "Where modules, fonts and the theme's style sheet go")
file(MAKE_DIRECTORY "${DRIFTMARK_WEB_DIR}")

function(driftmark_web_module target)
  set_target_properties(${target} PROPERTIES SUFFIX ".mjs" RUNTIME_OUTPUT_DIRECTORY "${DRIFTMARK_WEB_DIR}")
  target_compile_options(${target} PRIVATE -fno-exceptions -fno-rtti)
  target_link_options(${target} PRIVATE
    -fno-exceptions -fno-rtti --no-entry
    -sMODULARIZE=1 -sEXPORT_ES6=1 -sENVIRONMENT=web,worker,node
    -sFILESYSTEM=0 -sDYNAMIC_EXECUTION=0 -sMALLOC=emmalloc -sSUPPORT_LONGJMP=0
    -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=16777216 -sSTACK_SIZE=262144
    -sUSE_SDL=0 -sUSE_GLFW=0 -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2
    "-sINCOMING_MODULE_JS_API=[locateFile,wasmBinary,instantiateWasm,printErr]"
    "-sEXPORTED_FUNCTIONS=[_malloc,_free]"
    "-sEXPORTED_RUNTIME_METHODS=[UTF8ToString,stringToNewUTF8,HEAPU8]")
endfunction()
