# cmake -DGLINT=PROGRAM -DCOMMANDS=A,B,... -DFOLDER=FOLDER -P manual.cmake: has the command write its man pages and
# completions into FOLDER/man and FOLDER/completions.
file(REMOVE_RECURSE ${FOLDER}/man ${FOLDER}/completions)

# write(FILE ARGUMENT...): what glint prints, given these arguments.
function(write file)
  execute_process(COMMAND ${GLINT} ${ARGN} OUTPUT_FILE ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

string(REPLACE "," ";" commands "${COMMANDS}")
file(MAKE_DIRECTORY ${FOLDER}/man ${FOLDER}/completions)
foreach(command IN ITEMS glint LISTS commands)
  if(command STREQUAL "glint")
    set(page ${FOLDER}/man/glint.1)
  else()
    set(page ${FOLDER}/man/glint-${command}.1)
  endif()
  write(${page} --man ${command})
  # `man` reads them packed, and Debian expects it. The same page makes the same file.
  file(ARCHIVE_CREATE OUTPUT ${page}.gz PATHS ${page} FORMAT raw COMPRESSION GZip COMPRESSION_LEVEL 9 MTIME 0)
  file(REMOVE ${page})
endforeach()
write(${FOLDER}/completions/glint --completion bash)
write(${FOLDER}/completions/_glint --completion zsh)
write(${FOLDER}/completions/glint.fish --completion fish)
