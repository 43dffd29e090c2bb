# stallscope_library(NAME [QUICK] [SMALL] [SOURCES file...] [DEPENDS library...] [PRIVATE_DEPENDS library...] [ALONE file...])
#
# Declares the library of the current folder: target stallscope_NAME (alias stallscope::NAME) with exactly one
# include root, <folder>/include. A header of another library is reachable only when that library is named in
# DEPENDS or PRIVATE_DEPENDS, so a forbidden include does not compile. The files of
# ALONE are not compiled together with others (see stallscope_unity). QUICK, SMALL: see stallscope_quick_build,
# stallscope_small_build.

# Own the precompiled headers of all libraries: their compile options must be valid for each that uses them (of
# optimisation, only whether there is any matters). "fuzzed" is for what the fuzzers tell the coverage of: the readers and
# what they feed, which is all of sim/. "quick" is for QUICK libraries in sanitized builds,
# "small" for both kinds in the web build.
file(WRITE ${CMAKE_BINARY_DIR}/stallscope_header.cpp "")
set(owners stallscope_header)
if(STALLSCOPE_FUZZ)
  list(APPEND owners stallscope_header_fuzzed)
endif()
if(STALLSCOPE_SANITIZE)
  list(APPEND owners stallscope_header_quick)
endif()
if(STALLSCOPE_WEB)
  list(APPEND owners stallscope_header_small)
endif()
foreach(owner IN LISTS owners)
  add_library(${owner} STATIC ${CMAKE_BINARY_DIR}/stallscope_header.cpp)
  target_link_libraries(${owner} PRIVATE fmt::fmt stallscope_warnings)
  target_precompile_headers(${owner} PRIVATE
    <fmt/format.h> <algorithm> <array> <bit> <cstdint> <functional> <map> <memory> <optional> <set> <span> <string>
    <string_view> <tuple> <unordered_map> <utility> <vector>)
endforeach()
if(STALLSCOPE_FUZZ)
  target_compile_options(stallscope_header_fuzzed PRIVATE -fsanitize=fuzzer-no-link)
endif()
if(STALLSCOPE_SANITIZE)
  stallscope_quick_build(stallscope_header_quick)
endif()
if(STALLSCOPE_WEB)
  stallscope_small_build(stallscope_header_small)
endif()

function(stallscope_library NAME)
  cmake_parse_arguments(ARG "QUICK;SMALL" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS;ALONE" ${ARGN})
  set(target stallscope_${NAME})
  if(ARG_SOURCES)
    add_library(${target} STATIC ${ARG_SOURCES})
    target_include_directories(${target}
      PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include/stallscope>
      PRIVATE src)
    target_link_libraries(${target} PUBLIC ${ARG_DEPENDS} PRIVATE ${ARG_PRIVATE_DEPENDS} stallscope_warnings)
    set(header stallscope_header)
    if(STALLSCOPE_WEB AND (ARG_QUICK OR ARG_SMALL))
      stallscope_small_build(${target})
      set(header stallscope_header_small)
    elseif(ARG_QUICK)
      stallscope_quick_build(${target})
      if(STALLSCOPE_SANITIZE)
        set(header stallscope_header_quick)
      endif()
    elseif(STALLSCOPE_FUZZ AND CMAKE_CURRENT_SOURCE_DIR MATCHES "^${CMAKE_SOURCE_DIR}/sim/")
      set(header stallscope_header_fuzzed)
      target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
    endif()
    if("fmt::fmt" IN_LIST ARG_PRIVATE_DEPENDS) # a definition of it is in what is precompiled
      target_precompile_headers(${target} REUSE_FROM ${header})
    endif()
    stallscope_unity(${target} EXCEPT ${ARG_ALONE})
  else()
    add_library(${target} INTERFACE)
    target_include_directories(${target} INTERFACE include)
    target_link_libraries(${target} INTERFACE ${ARG_DEPENDS})
  endif()
  add_library(stallscope::${NAME} ALIAS ${target})
endfunction()
