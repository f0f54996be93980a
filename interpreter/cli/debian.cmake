# Run by CPack when the files of a package lie ready, before they are packed: what is different in a package for Debian.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()

# CPack would leave the dependencies out without a word.
find_program(shlibdeps dpkg-shlibdeps)
if(NOT shlibdeps)
  message(FATAL_ERROR "The libraries that the package depends on are found by dpkg-shlibdeps: apt-get install dpkg-dev")
endif()

# Debian's zsh looks for completions of packages in a folder of its own.
file(GLOB folders ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*/usr/share/zsh)
foreach(folder IN LISTS folders)
  if(EXISTS ${folder}/site-functions)
    file(RENAME ${folder}/site-functions ${folder}/vendor-completions)
  endif()
endforeach()
