# A short run of a few things: there must be a table, and JSON that can be read.
execute_process(COMMAND ${SUITE} --seconds 0.001 --rounds 1 --only play/othello --only play/corner --only traces
  --only lengths/10 --only threads/othello --only scripts/games/laser_lawn --markdown --json ${JSON}
  OUTPUT_VARIABLE tables RESULT_VARIABLE status ERROR_VARIABLE errors)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "status ${status}: ${errors}")
endif()
if(NOT tables MATCHES "\n\\| othello, by hand \\|")
  message(FATAL_ERROR "no table:\n${tables}")
endif()
file(READ ${JSON} json)
string(JSON rows GET "${json}" tables 0 rows)
string(JSON name GET "${rows}" 0 name)
string(JSON rate GET "${rows}" 0 medians plies/s)
string(JSON processor GET "${json}" machine processor)
if(NOT name STREQUAL "othello, by hand" OR NOT rate GREATER 0 OR processor STREQUAL "")
  message(FATAL_ERROR "not what it should be:\n${json}")
endif()
