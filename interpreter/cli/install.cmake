# Installs the command with its man pages and completions, and makes packages of everything with CPack: `glint` (the
# command) and `libglint-dev` (interpreter/install.cmake) for Debian, and a TGZ with both.
set(as_part COMPONENT command)
install(TARGETS glint RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} ${as_part})

set(completions ${PROJECT_SOURCE_DIR}/interpreter/cli/completions)
set(shells ${CMAKE_INSTALL_DATADIR})
install(FILES ${completions}/glint.bash DESTINATION ${shells}/bash-completion/completions RENAME glint ${as_part})
install(FILES ${completions}/_glint DESTINATION ${shells}/zsh/site-functions ${as_part})
install(FILES ${completions}/glint.fish DESTINATION ${shells}/fish/vendor_completions.d ${as_part})

# Man pages are made of its help, so it must run here: not what is built for another machine, and not what a sanitizer
# slows down.
set(packaged glint glint_interpreter)
if(NOT CMAKE_CROSSCOMPILING AND NOT GLINT_SANITIZE)
  # Each command has a file of its name.
  file(GLOB commands RELATIVE ${PROJECT_SOURCE_DIR}/interpreter/cli/commands CONFIGURE_DEPENDS
    ${PROJECT_SOURCE_DIR}/interpreter/cli/commands/*.cpp)
  list(TRANSFORM commands REPLACE "\\.cpp$" "")
  list(JOIN commands "," commands)
  find_program(GLINT_HELP2MAN help2man)
  if(NOT GLINT_HELP2MAN)
    message(STATUS "No man pages are made: help2man is not there")
  endif()
  set(manual ${PROJECT_BINARY_DIR}/manual)
  add_custom_command(OUTPUT ${manual}/made
    COMMAND ${CMAKE_COMMAND} -DGLINT=$<TARGET_FILE:glint> -DHELP2MAN=${GLINT_HELP2MAN} -DCOMMANDS=${commands} -DFOLDER=${manual}
      -P ${PROJECT_SOURCE_DIR}/interpreter/cli/manual.cmake
    COMMAND ${CMAKE_COMMAND} -E touch ${manual}/made
    DEPENDS glint interpreter/cli/manual.cmake COMMENT "Making man pages" VERBATIM)
  add_custom_target(glint_manual ALL DEPENDS ${manual}/made)
  list(APPEND packaged glint_manual)

  install(DIRECTORY ${manual}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 ${as_part})
endif()

if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()

foreach(part IN ITEMS command development)
  set(name glint)
  if(part STREQUAL "development")
    set(name libglint-dev)
  endif()
  install(FILES ${PROJECT_SOURCE_DIR}/NOTICES DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name}
    RENAME copyright COMPONENT ${part})
endforeach()

set(CPACK_PACKAGE_NAME glint)
set(CPACK_PACKAGE_VENDOR "The Glint authors")
set(CPACK_PACKAGE_CONTACT "The Glint authors <authors@glint.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "language and engine for board games of light and mirrors")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_GENERATOR TGZ DEB)
set(CPACK_COMPONENTS_ALL command development)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
# With Ninja, CPack packs what is there. This brings it up to date first, without the tests.
set(CPACK_INSTALL_COMMANDS "\"${CMAKE_COMMAND}\" --build \"${PROJECT_BINARY_DIR}\" --target ${packaged}")
string(REPLACE ";" " " CPACK_INSTALL_COMMANDS "${CPACK_INSTALL_COMMANDS}")

# Debian: a package of each part.
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME glint)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION games)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SHLIBDEPS ON)
# `glint print` loads librsvg, which is not linked.
set(CPACK_DEBIAN_COMMAND_PACKAGE_RECOMMENDS "librsvg2-2, fonts-liberation")
set(CPACK_DEBIAN_COMMAND_PACKAGE_SUGGESTS "libglint-dev, bash-completion")
set(CPACK_COMPONENT_COMMAND_DESCRIPTION "The command glint: play, check, study and compare games that are written as \
scripts in the language Glint. Four games of beams and mirrors are bundled.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libglint-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS libstdc++-dev)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "Headers and static libraries of the engine of Glint, for programs in C++20 \
that load scripts and play their games, with packages for pkg-config and CMake.")
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/interpreter/cli/debian.cmake)
include(CPack)

# In a clean root of Debian: install, use, remove. It takes root, the network and some minutes.
add_custom_target(try_deb COMMAND sh ${PROJECT_SOURCE_DIR}/examples/package/try_deb.sh ${PROJECT_BINARY_DIR}
  DEPENDS ${packaged} USES_TERMINAL VERBATIM)
