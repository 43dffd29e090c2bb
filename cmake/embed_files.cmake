# The work of stallscope_embed(), when something is built: see StallscopeEmbed.cmake. Lists come with commas.
cmake_policy(VERSION 3.25)
string(REPLACE "," ";" files "${FILES}")
string(REPLACE "," ";" fields "${FIELDS}")
set(entries "")
foreach(file IN LISTS files)
  file(READ "${FOLDER}/${file}" text)
  if(text MATCHES "\\)EMBEDDED\"")
    message(FATAL_ERROR "${file} holds the end mark of the literal it is put into")
  endif()
  set(entry "")
  foreach(field IN LISTS fields)
    if(field STREQUAL "name")
      string(REGEX REPLACE "${ENDING}$" "" name "${file}")
      string(APPEND entry "\"${name}\", ")
    elseif(field STREQUAL "file")
      string(APPEND entry "\"${file}\", ")
    elseif(field STREQUAL "title")
      if(NOT text MATCHES "(^|\n)title = \"([^\"\n]*)\"")
        message(FATAL_ERROR "${file} has no line: title = \"...\"")
      endif()
      string(APPEND entry "\"${CMAKE_MATCH_2}\", ")
    elseif(field STREQUAL "text")
      string(APPEND entry "R\"EMBEDDED(${text})EMBEDDED\", ")
    else()
      message(FATAL_ERROR "no field is called ${field}; expected name, file, title or text")
    endif()
  endforeach()
  string(REGEX REPLACE ", $" "" entry "${entry}")
  string(APPEND entries "    {${entry}},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Made by embed_files.cmake.
#include \"${HEADER}\"

namespace stallscope::${NAMESPACE} {

const std::vector<${TYPE}>& ${FUNCTION}() {
  static const std::vector<${TYPE}> list{
${entries}  };
  return list;
}

} // namespace stallscope::${NAMESPACE}
")
