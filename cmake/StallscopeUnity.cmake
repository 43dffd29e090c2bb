# stallscope_unity(TARGET [EXCEPT file...])
#
# With STALLSCOPE_UNITY, compiles the sources of TARGET, which the current folder has declared, in groups of about 30 kB
# of source instead of one by one: half the time of a build from nothing goes into reading the same headers and
# instantiating the same templates again. A group is so small that one touched file still compiles in seconds; files that
# take that long by themselves are named behind EXCEPT. Names in unnamed namespaces must be unique in a library. The
# `dev` preset compiles every file alone, which shows whether each includes what it needs. Sources with compile options
# of their own, and generated ones, are always compiled alone.
option(STALLSCOPE_UNITY "Compile sources in groups: a whole build takes half as long, one file a little longer" OFF)

function(stallscope_unity TARGET)
  if(NOT STALLSCOPE_UNITY)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "EXCEPT")
  get_target_property(sources ${TARGET} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  list(SORT sources)
  set(group 0)
  set(bytes 0)
  foreach(source IN LISTS sources)
    get_source_file_property(generated ${source} GENERATED)
    get_source_file_property(options ${source} COMPILE_OPTIONS)
    if(generated OR options OR source IN_LIST ARG_EXCEPT)
      continue()
    endif()
    file(REAL_PATH ${source} path BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    file(SIZE ${path} size)
    math(EXPR bytes "${bytes} + ${size}")
    if(bytes GREATER 30000 AND bytes GREATER size)
      math(EXPR group "${group} + 1")
      set(bytes ${size})
    endif()
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${TARGET}_${group})
  endforeach()
  set_target_properties(${TARGET} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
