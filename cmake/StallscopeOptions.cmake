# Compiler warnings, sanitizers and build accelerators, in one place.

# -O2 all over; where host time is spent (executing and stepping), the library asks for -O3 itself.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

option(STALLSCOPE_WERROR "Treat compiler warnings as errors" OFF)
option(STALLSCOPE_WEB "Build for WebAssembly with WASI (preset web)" OFF)
option(STALLSCOPE_FUZZ "Build the fuzzers with libFuzzer (needs clang)" OFF)
set(STALLSCOPE_SANITIZE "" CACHE STRING "Sanitizers to build with, e.g. address,undefined or thread")

# Warnings travel as an INTERFACE target, linked by our libraries only: third-party headers are SYSTEM.
add_library(stallscope_warnings INTERFACE)
target_compile_options(stallscope_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wunused -Wcast-align
  $<$<BOOL:${STALLSCOPE_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees an overlap in std::string's operator+ that is not there (GCC bug 105651).
  target_compile_options(stallscope_warnings INTERFACE -Wno-restrict)
endif()
if(STALLSCOPE_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # With sanitizers, GCC 12's flow-based warnings report false positives inside the standard library.
  target_compile_options(stallscope_warnings INTERFACE
    -Wno-maybe-uninitialized -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread -Wno-restrict)
endif()

if(STALLSCOPE_SANITIZE)
  # Instrumented code is large: -O2 and full debug information would double the build, and the reports need lines only.
  set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1 -DNDEBUG")
  add_compile_definitions(STALLSCOPE_SANITIZED_BUILD)
  add_compile_options(-fsanitize=${STALLSCOPE_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${STALLSCOPE_SANITIZE})
  if(STALLSCOPE_SANITIZE MATCHES "address")
    # Tests start thousands of processes, and what is linked for one address starts in two thirds of the time.
    add_link_options(-no-pie)
  endif()
  if(STALLSCOPE_SANITIZE MATCHES "undefined")
    add_compile_options(-fno-sanitize-recover=undefined)
    add_link_options(-fno-sanitize-recover=undefined)
  endif()
endif()
if(STALLSCOPE_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "STALLSCOPE_FUZZ needs clang: libFuzzer is part of it (use the 'asan' preset)")
  endif()
  add_compile_definitions(STALLSCOPE_FUZZING)
endif()

# GCC collects garbage again and again over what a precompiled header has brought in: a fifth to a quarter of the time a
# file takes to compile. Where memory is large enough for the jobs that Ninja starts, it collects above 768 MiB only.
cmake_host_system_information(RESULT host_mebibytes QUERY TOTAL_PHYSICAL_MEMORY)
cmake_host_system_information(RESULT host_cores QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR mebibytes_of_a_job "${host_mebibytes} / (${host_cores} + 2)")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND mebibytes_of_a_job GREATER 1500)
  add_compile_options("SHELL:--param ggc-min-expand=200" "SHELL:--param ggc-min-heapsize=786432") # per cent, KiB
endif()

# stallscope_small_build(TARGET): for code that no run waits for, in a build that is downloaded.
function(stallscope_small_build TARGET)
  if(STALLSCOPE_WEB)
    target_compile_options(${TARGET} PRIVATE $<$<CONFIG:Release>:-Oz>)
  endif()
endfunction()

# stallscope_quick_build(TARGET): for code that takes none of the time of a run, such as options and drawing: less
# optimisation, and none with sanitizers, where code that is instrumented and optimised takes three times as long to compile.
function(stallscope_quick_build TARGET)
  target_compile_options(${TARGET} PRIVATE $<$<CONFIG:Release>:-O1>)
  if(STALLSCOPE_SANITIZE)
    target_compile_options(${TARGET} PRIVATE -O0)
  endif()
endfunction()

find_program(STALLSCOPE_CCACHE ccache)
if(STALLSCOPE_CCACHE)
  # Precompiled headers need these two sloppiness flags, see "Precompiled headers" in ccache's manual. With paths below
  # the sources made relative, clones in other folders find each other's results.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}
      CCACHE_NOHASHDIR=true ${STALLSCOPE_CCACHE})
endif()

find_program(STALLSCOPE_MOLD mold)
if(STALLSCOPE_MOLD AND NOT STALLSCOPE_WEB)
  add_link_options(-fuse-ld=mold)
endif()
