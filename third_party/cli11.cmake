# CLI11: the system's package first. The download below is the release tag of the same version; UNTRIED:
# no build has taken that way yet. The tag is the pin; no hash is claimed.
find_package(CLI11 QUIET)
if(NOT CLI11_FOUND)
  include(FetchContent)
  message(STATUS "CLI11: no system package found, fetching v2.1.2 (untried path)")
  FetchContent_Declare(CLI11 GIT_REPOSITORY https://github.com/CLIUtils/CLI11.git GIT_TAG v2.1.2 GIT_SHALLOW TRUE SYSTEM)
  FetchContent_MakeAvailable(CLI11)
endif()
