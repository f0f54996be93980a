# Builds for WebAssembly with the system's Emscripten (Debian: emscripten), as the preset `studio` asks for.
#
# Emscripten looks for libraries in its own folders alone. Ours are headers, the same for every machine; but all of
# /usr/include before Emscripten's would hide its C library. So the few that we need are linked into a folder of their own.
find_path(GLINT_EMSCRIPTEN_DIR cmake/Modules/Platform/Emscripten.cmake
  PATHS $ENV{EMSDK}/upstream/emscripten /usr/share/emscripten /usr/lib/emscripten NO_CMAKE_FIND_ROOT_PATH)
if(NOT GLINT_EMSCRIPTEN_DIR)
  message(FATAL_ERROR "The studio needs Emscripten (Debian: emscripten). `sh examples/studio.sh` installs it.")
endif()
include(${GLINT_EMSCRIPTEN_DIR}/cmake/Modules/Platform/Emscripten.cmake)

set(glint_headers ${CMAKE_CURRENT_LIST_DIR}/../../build/studio/headers)
file(MAKE_DIRECTORY ${glint_headers})
foreach(library tao nlohmann boost dtl)
  foreach(folder /usr/include /usr/local/include /opt/homebrew/include)
    if(EXISTS ${folder}/${library} AND NOT EXISTS ${glint_headers}/${library})
      file(CREATE_LINK ${folder}/${library} ${glint_headers}/${library} SYMBOLIC)
    endif()
  endforeach()
endforeach()
file(REAL_PATH ${glint_headers} glint_headers)
foreach(name PEGTL NLOHMANN_JSON BOOST DTL)
  set(GLINT_${name}_INCLUDE_DIR ${glint_headers} CACHE PATH "Headers of this library, and of no others")
endforeach()

# WebAssembly's own exceptions: all browsers since 2022 have them, and each call that might throw costs nothing.
set(CMAKE_CXX_FLAGS_INIT -fwasm-exceptions)
