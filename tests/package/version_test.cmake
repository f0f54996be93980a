# cmake -DROOT=FOLDER -DVERSION=X.Y.Z -P version_test.cmake: files and pages that cannot ask CMake for the version have it,
# too, and CITATION.cff has the day that the list of changes gives it.
function(check_text path pattern)
  file(READ ${ROOT}/${path} text)
  if(NOT text MATCHES "${pattern}")
    message(SEND_ERROR "${path} has no `${pattern}`: CMakeLists.txt says that the version is ${VERSION}")
  endif()
  set(found "${CMAKE_MATCH_1}" PARENT_SCOPE)
endfunction()

string(REPLACE "." "\\." number "${VERSION}")
check_text(package.json "\n  \"version\": \"${number}\",\n")
check_text(interpreter/javascript/README.md "glint-engine-${number}\\.tgz")
check_text(interpreter/cli/README.md "glint@v${number}[ \n]")
check_text(CHANGELOG.md "\n## ${number} - ([0-9]+-[0-9]+-[0-9]+)\n")
check_text(CITATION.cff "\nversion: ${number}\ndate-released: ${found}\n")
