# toml++: the system's package first. The download below is the release tag of the same version; UNTRIED:
# no build has taken that way yet. The tag is the pin; no hash is claimed.
find_package(tomlplusplus QUIET)
if(NOT tomlplusplus_FOUND)
  include(FetchContent)
  message(STATUS "toml++: no system package found, fetching v3.3.0 (untried path)")
  FetchContent_Declare(tomlplusplus GIT_REPOSITORY https://github.com/marzer/tomlplusplus.git GIT_TAG v3.3.0 GIT_SHALLOW TRUE SYSTEM)
  FetchContent_MakeAvailable(tomlplusplus)
endif()
