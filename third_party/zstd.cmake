# Zstandard: the system's package first. The download below is the release tag of the same version; UNTRIED:
# no build has taken that way yet. The tag is the pin; no hash is claimed.
find_package(zstd QUIET)
if(NOT zstd_FOUND)
  include(FetchContent)
  message(STATUS "Zstandard: no system package found, fetching v1.5.4 (untried path)")
  FetchContent_Declare(zstd GIT_REPOSITORY https://github.com/facebook/zstd.git GIT_TAG v1.5.4 GIT_SHALLOW TRUE SYSTEM
    SOURCE_SUBDIR build/cmake)
  FetchContent_MakeAvailable(zstd)
  target_include_directories(libzstd_static INTERFACE ${zstd_SOURCE_DIR}/lib)
  add_library(zstd::libzstd_static ALIAS libzstd_static)
endif()
if(TARGET zstd::libzstd_shared)
  set(STALLSCOPE_ZSTD zstd::libzstd_shared)
else()
  set(STALLSCOPE_ZSTD zstd::libzstd_static)
endif()
