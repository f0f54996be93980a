# cmake -DROOT=FOLDER -DHEADER=FILE -P commit.cmake: writes which commit the sources in ROOT are, for `glint --version`.
#
# It runs with every build of the command, since a commit or an edit changes no other file that CMake watches. HEADER is
# written only when its content differs, so that nothing else is built again. Without git's folder, as in the tarball of a
# release, commit.txt has the commit; without either it stays empty.
set(commit "")
find_program(GLINT_GIT git)
# A folder .git of ours: sources that lie in somebody else's repository are not of its commit.
if(GLINT_GIT AND EXISTS ${ROOT}/.git)
  execute_process(COMMAND ${GLINT_GIT} -C ${ROOT} rev-parse HEAD
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND ${GLINT_GIT} -C ${ROOT} status --porcelain --untracked-files=no
    OUTPUT_VARIABLE changes OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
else()
  file(STRINGS ${ROOT}/interpreter/cli/commit.txt commit LIMIT_COUNT 1)
  set(changes "")
endif()
if(NOT commit MATCHES "^[0-9a-f]+$")
  set(commit "")
endif()
string(SUBSTRING "${commit}" 0 9 commit)
if(commit AND changes)
  string(APPEND commit ", changed")
endif()
file(CONFIGURE OUTPUT ${HEADER} @ONLY CONTENT [[
// Made by interpreter/cli/commit.cmake: do not edit.
#define GLINT_COMMIT "@commit@"
]])
