# Google Benchmark: the system's package first. The download below is the release tag of the same version; UNTRIED:
# no build has taken that way yet. The tag is the pin; no hash is claimed.
find_package(benchmark QUIET)
if(NOT benchmark_FOUND)
  include(FetchContent)
  message(STATUS "Google Benchmark: no system package found, fetching v1.7.1 (untried path)")
  FetchContent_Declare(benchmark GIT_REPOSITORY https://github.com/google/benchmark.git GIT_TAG v1.7.1 GIT_SHALLOW TRUE SYSTEM)
  FetchContent_MakeAvailable(benchmark)
endif()
