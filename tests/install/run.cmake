# run(COMMAND ARGUMENT...): what it printed is in `output` afterwards; the test fails when it fails. It runs in
# `folder_of_run`, where that is set.
function(run)
  if(NOT folder_of_run)
    set(folder_of_run ${CMAKE_CURRENT_BINARY_DIR})
  endif()
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${folder_of_run}
    OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
  if(result)
    message(FATAL_ERROR "${ARGN}: ${result}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()
