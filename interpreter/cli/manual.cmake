# cmake -DGLINT=PROGRAM -DHELP2MAN=PROGRAM -DCOMMANDS=A,B,... -DFOLDER=FOLDER -P manual.cmake: makes man pages of the help
# of the command and of each of its commands, in FOLDER/man. There are none if HELP2MAN is not a program.
file(REMOVE_RECURSE ${FOLDER}/man)
file(MAKE_DIRECTORY ${FOLDER}/man)
if(NOT HELP2MAN)
  return()
endif()

# make_page(PROGRAM SUMMARY): the page has the name of the program.
function(make_page program summary)
  get_filename_component(name ${program} NAME)
  execute_process(COMMAND ${HELP2MAN} --no-info --version-string=${version} "--name=${summary}" ${program}
    OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  # Without the day on which it was made. The same page makes the same file.
  string(REGEX REPLACE "(\n\\.TH [^\n]* \"1\") \"[^\"]*\"" "\\1 \"\"" text "${text}")
  set(page ${FOLDER}/man/${name}.1)
  file(WRITE ${page} "${text}")
  # `man` reads them packed, and Debian expects it.
  file(ARCHIVE_CREATE OUTPUT ${page}.gz PATHS ${page} FORMAT raw COMPRESSION GZip COMPRESSION_LEVEL 9 MTIME 0)
  file(REMOVE ${page})
endfunction()

execute_process(COMMAND ${GLINT} --version OUTPUT_VARIABLE version COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "[ \n].*" "" version "${version}")  # without the commit
make_page(${GLINT} "play, write and measure beam games written in Glint")
string(REPLACE "," ";" commands "${COMMANDS}")
foreach(command IN LISTS commands)
  execute_process(COMMAND ${GLINT} --offers ${command} OUTPUT_VARIABLE offers COMMAND_ERROR_IS_FATAL ANY)
  if(NOT offers MATCHES "^${command}\t([^\n]*)")
    message(FATAL_ERROR "glint has no command ${command}")
  endif()
  set(summary "${CMAKE_MATCH_1}")
  # A program of its own for help2man, which knows no commands of programs.
  set(program ${FOLDER}/glint-${command})
  file(WRITE ${program} "#!/bin/sh\nexec '${GLINT}' ${command} \"$@\"\n")
  file(CHMOD ${program} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  make_page(${program} "${summary}")
  file(REMOVE ${program})
endforeach()
