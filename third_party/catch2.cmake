# Catch2: the system's package first. The download below is the release tag of the same version; UNTRIED:
# no build has taken that way yet. The tag is the pin; no hash is claimed.
find_package(Catch2 2 QUIET)
if(NOT Catch2_FOUND)
  include(FetchContent)
  message(STATUS "Catch2: no system package found, fetching v2.13.10 (untried path)")
  FetchContent_Declare(Catch2 GIT_REPOSITORY https://github.com/catchorg/Catch2.git GIT_TAG v2.13.10 GIT_SHALLOW TRUE SYSTEM)
  set(CATCH_BUILD_STATIC_LIBRARY ON) # gives Catch2::Catch2WithMain
  FetchContent_MakeAvailable(Catch2)
endif()
if(Catch2_DIR)
  list(APPEND CMAKE_MODULE_PATH ${Catch2_DIR})
else()
  list(APPEND CMAKE_MODULE_PATH ${catch2_SOURCE_DIR}/contrib)
endif()
