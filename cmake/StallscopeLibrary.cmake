# stallscope_library(NAME [SOURCES file...] [DEPENDS library...] [PRIVATE_DEPENDS library...] [ALONE file...])
#
# Declares the library of the current folder: target stallscope_NAME (alias stallscope::NAME) with exactly one
# include root, <folder>/include. A header of another library is reachable only when that library is named in
# DEPENDS or PRIVATE_DEPENDS, so a forbidden include does not compile. The files of
# ALONE are not compiled together with others (see stallscope_unity).
function(stallscope_library NAME)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS;ALONE" ${ARGN})
  set(target stallscope_${NAME})
  if(ARG_SOURCES)
    add_library(${target} STATIC ${ARG_SOURCES})
    target_include_directories(${target} PUBLIC include PRIVATE src)
    target_link_libraries(${target} PUBLIC ${ARG_DEPENDS} PRIVATE ${ARG_PRIVATE_DEPENDS} stallscope_warnings)
    target_precompile_headers(${target} PRIVATE
      <algorithm> <array> <cstdint> <memory> <optional> <string> <string_view> <utility> <vector>)
    stallscope_unity(${target} EXCEPT ${ARG_ALONE})
  else()
    add_library(${target} INTERFACE)
    target_include_directories(${target} INTERFACE include)
    target_link_libraries(${target} INTERFACE ${ARG_DEPENDS})
  endif()
  add_library(stallscope::${NAME} ALIAS ${target})
endfunction()
