# libdeflate: the system's package first. The download below is the first release that CMake builds; UNTRIED:
# no build has taken that way yet. The tag is the pin; no hash is claimed.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(libdeflate QUIET IMPORTED_TARGET libdeflate)
endif()
if(libdeflate_FOUND)
  set(STALLSCOPE_LIBDEFLATE PkgConfig::libdeflate)
else()
  include(FetchContent)
  message(STATUS "libdeflate: no system package found, fetching v1.15 (untried path)")
  FetchContent_Declare(libdeflate GIT_REPOSITORY https://github.com/ebiggers/libdeflate.git GIT_TAG v1.15 GIT_SHALLOW TRUE
    SYSTEM)
  FetchContent_MakeAvailable(libdeflate)
  set(STALLSCOPE_LIBDEFLATE libdeflate_static)
endif()
