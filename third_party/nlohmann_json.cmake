# nlohmann/json: the system's package first. The download below is the release tag of the same version; UNTRIED:
# no build has taken that way yet. The tag is the pin; no hash is claimed.
find_package(nlohmann_json QUIET)
if(NOT nlohmann_json_FOUND)
  include(FetchContent)
  message(STATUS "nlohmann/json: no system package found, fetching v3.11.2 (untried path)")
  FetchContent_Declare(nlohmann_json GIT_REPOSITORY https://github.com/nlohmann/json.git GIT_TAG v3.11.2 GIT_SHALLOW TRUE SYSTEM)
  FetchContent_MakeAvailable(nlohmann_json)
endif()
