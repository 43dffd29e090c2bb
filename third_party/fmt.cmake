# fmt: the system's package first. The download below is the release tag of the same version; UNTRIED:
# no build has taken that way yet. The tag is the pin; no hash is claimed.
find_package(fmt QUIET)
if(NOT fmt_FOUND)
  include(FetchContent)
  message(STATUS "fmt: no system package found, fetching 9.1.0 (untried path)")
  FetchContent_Declare(fmt GIT_REPOSITORY https://github.com/fmtlib/fmt.git GIT_TAG 9.1.0 GIT_SHALLOW TRUE SYSTEM)
  FetchContent_MakeAvailable(fmt)
endif()
