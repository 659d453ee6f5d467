# At the time of ctest, with PROGRAM, PREFIX, COST and LABELS: one test for each suite of a GoogleTest program.
if(NOT EXISTS ${PROGRAM})
  get_filename_component(name ${PROGRAM} NAME)
  add_test(${name}_NOT_BUILT ${name}_NOT_BUILT)
  return()
endif()
execute_process(COMMAND ${PROGRAM} --gtest_list_tests OUTPUT_VARIABLE listed RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "${PROGRAM} does not list its tests:\n${listed}")
endif()
string(REGEX MATCHALL "\n[^ \n]+\\." suites "\n${listed}")
foreach(line ${suites})
  string(REGEX REPLACE "^\n(.+)\\.$" "\\1" suite "${line}")
  add_test(${PREFIX}${suite} ${PROGRAM} --gtest_filter=${suite}.*)
  # Skipped is what says so, or has skipped all of its tests: whatever else follows, some have failed.
  set_tests_properties(${PREFIX}${suite} PROPERTIES LABELS "${LABELS}" TIMEOUT 900 COST ${COST}
    SKIP_REGULAR_EXPRESSION "SKIPPED: ;PASSED  \\] 0 tests\\.\n(\\[  SKIPPED \\] [^\n]*\n?)+$")
endforeach()
