# Installs BUILD into a folder of its own, builds SOURCE against that, runs it and compares what it prints.
set(folder ${BUILD}/installed_copy)
file(REMOVE_RECURSE ${folder})
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${folder}/usr)
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${folder}/build -DCMAKE_PREFIX_PATH=${folder}/usr -DCMAKE_CXX_COMPILER=${CXX})
run(${CMAKE_COMMAND} --build ${folder}/build)
run(${folder}/build/ledger)
# Cycle   1  2  3  4  5  6  7     A load's value is there behind MEM: the addition waits for a cycle. Two slots of seven
# lw      IF ID EX ME WB          issue, two come before the first, one is lost to the dependence, and two come behind
# add        IF ID ID EX ME WB    the last.
set(expected "7 cycles; issue slots:\nused: 2\npipeline filling: 2\nprogram ended: 2\nRAW dependence: 1\n")
if(NOT output STREQUAL expected)
  message(FATAL_ERROR "expected:\n${expected}found:\n${output}")
endif()
run(${folder}/usr/bin/stallscope run lecture/p4 -m lecture-4 --quiet)
foreach(file bin/stallscope share/man/man1/stallscope.1.gz share/bash-completion/completions/stallscope
             share/zsh/vendor-completions/_stallscope)
  if(NOT EXISTS ${folder}/usr/${file})
    message(FATAL_ERROR "${file} is not installed")
  endif()
endforeach()
file(REMOVE_RECURSE ${folder})
