# cmake -DSCRIPT=commit.cmake -DFOLDER=FOLDER -P commit_test.cmake: which commit `glint --version` names.
function(check_commit text expected)
  file(REMOVE_RECURSE ${FOLDER})
  file(WRITE ${FOLDER}/interpreter/cli/commit.txt "${text}\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${FOLDER} -DHEADER=${FOLDER}/made.hpp -P ${SCRIPT}
    COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${FOLDER}/made.hpp header)
  if(NOT header MATCHES "#define GLINT_COMMIT \"${expected}\"\n")
    message(FATAL_ERROR "for `${text}`, `${expected}` was expected, found:\n${header}")
  endif()
endfunction()

# Sources from `git archive`, and a copy without git's folder.
check_commit("0123456789abcdef0123456789abcdef01234567" "012345678")
check_commit("$Format:%H$" "")

find_program(GLINT_GIT git)
if(NOT GLINT_GIT)
  return()
endif()
# A repository: its commit, and whether files differ from it. commit.txt counts for nothing there.
function(git)
  execute_process(COMMAND ${GLINT_GIT} -c user.name=Glint -c user.email=glint@example.invalid ${ARGN}
    WORKING_DIRECTORY ${FOLDER} OUTPUT_VARIABLE answer OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(answer ${answer} PARENT_SCOPE)
endfunction()
git(init -q)
git(add interpreter)
git(commit -q -m "first")
git(rev-parse HEAD)
string(SUBSTRING ${answer} 0 9 commit)
foreach(change IN ITEMS "" ", changed")
  if(change)
    file(APPEND ${FOLDER}/interpreter/cli/commit.txt "changed\n")
  endif()
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${FOLDER} -DHEADER=${FOLDER}/made.hpp -P ${SCRIPT}
    COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${FOLDER}/made.hpp header)
  if(NOT header MATCHES "\"${commit}${change}\"")
    message(FATAL_ERROR "`${commit}${change}` was expected, found:\n${header}")
  endif()
endforeach()
