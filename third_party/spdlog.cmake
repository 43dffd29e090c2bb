# spdlog: the system's package first. The download below is the release tag of the same version; UNTRIED:
# no build has taken that way yet. The tag is the pin; no hash is claimed.
find_package(spdlog QUIET)
if(NOT spdlog_FOUND)
  include(FetchContent)
  message(STATUS "spdlog: no system package found, fetching v1.10.0 (untried path)")
  FetchContent_Declare(spdlog GIT_REPOSITORY https://github.com/gabime/spdlog.git GIT_TAG v1.10.0 GIT_SHALLOW TRUE SYSTEM)
  FetchContent_MakeAvailable(spdlog)
endif()
