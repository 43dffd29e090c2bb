# zlib: the system's package first. The download below is the release tag of the same version; UNTRIED:
# no build has taken that way yet. The tag is the pin; no hash is claimed.
find_package(ZLIB QUIET)
if(NOT ZLIB_FOUND)
  include(FetchContent)
  message(STATUS "zlib: no system package found, fetching v1.2.13 (untried path)")
  FetchContent_Declare(zlib GIT_REPOSITORY https://github.com/madler/zlib.git GIT_TAG v1.2.13 GIT_SHALLOW TRUE SYSTEM)
  FetchContent_MakeAvailable(zlib)
  target_include_directories(zlibstatic INTERFACE ${zlib_SOURCE_DIR} ${zlib_BINARY_DIR})
  add_library(ZLIB::ZLIB ALIAS zlibstatic)
endif()
