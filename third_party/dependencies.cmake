# One file a dependency: the system's package first, a pinned download otherwise. Included (not add_subdirectory),
# because targets of found packages are visible only in the folder that found them.
if(STALLSCOPE_WEB)
  include(${CMAKE_CURRENT_LIST_DIR}/web/libraries.cmake)
  return()
endif()
foreach(dependency fmt spdlog cli11 tomlplusplus nlohmann_json zlib isal zstd seccomp protozero catch2 benchmark sqlite3)
  include(${CMAKE_CURRENT_LIST_DIR}/${dependency}.cmake)
endforeach()
find_package(Threads REQUIRED)
