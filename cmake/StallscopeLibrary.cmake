# stallscope_library(NAME [SOURCES file...] [DEPENDS library...] [PRIVATE_DEPENDS library...] [ALONE file...])
#
# Declares the library of the current folder: target stallscope_NAME (alias stallscope::NAME) with exactly one
# include root, <folder>/include. A header of another library is reachable only when that library is named in
# DEPENDS or PRIVATE_DEPENDS, so a forbidden include does not compile. The files of
# ALONE are not compiled together with others (see stallscope_unity).

# Owns the precompiled header of all libraries: its compile options must be valid for each of them (of optimisation,
# only whether there is any matters).
file(WRITE ${CMAKE_BINARY_DIR}/stallscope_header.cpp "")
add_library(stallscope_header STATIC ${CMAKE_BINARY_DIR}/stallscope_header.cpp)
target_link_libraries(stallscope_header PRIVATE fmt::fmt stallscope_warnings)
target_precompile_headers(stallscope_header PRIVATE
  <fmt/format.h> <algorithm> <array> <bit> <cstdint> <functional> <map> <memory> <optional> <set> <span> <string>
  <string_view> <tuple> <unordered_map> <utility> <vector>)

function(stallscope_library NAME)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS;ALONE" ${ARGN})
  set(target stallscope_${NAME})
  if(ARG_SOURCES)
    add_library(${target} STATIC ${ARG_SOURCES})
    target_include_directories(${target}
      PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include/stallscope>
      PRIVATE src)
    target_link_libraries(${target} PUBLIC ${ARG_DEPENDS} PRIVATE ${ARG_PRIVATE_DEPENDS} stallscope_warnings)
    if("fmt::fmt" IN_LIST ARG_PRIVATE_DEPENDS) # a definition of it is in what is precompiled
      target_precompile_headers(${target} REUSE_FROM stallscope_header)
    endif()
    stallscope_unity(${target} EXCEPT ${ARG_ALONE})
  else()
    add_library(${target} INTERFACE)
    target_include_directories(${target} INTERFACE include)
    target_link_libraries(${target} INTERFACE ${ARG_DEPENDS})
  endif()
  add_library(stallscope::${NAME} ALIAS ${target})
endfunction()
