# cmake -DOUTPUT=file.cpp -DFOLDER=programs -DFILES=a,b,c -P embed_programs.cmake
#
# Writes guest programs, in this order, as string literals into a source file that defines programs::shipped().
string(REPLACE "," ";" files "${FILES}")
set(entries "")
foreach(file IN LISTS files)
  file(READ "${FOLDER}/${file}" text)
  if(text MATCHES "\\)PROGRAM\"")
    message(FATAL_ERROR "${file} holds the end mark of the literal it is put into")
  endif()
  string(REGEX REPLACE "\\.(mips|tac|x86|s)(\\.s)?$" "" name "${file}")
  string(APPEND entries "    {\"${name}\", \"${file}\", R\"PROGRAM(${text})PROGRAM\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Made by embed_programs.cmake.
#include \"programs/shipped.hpp\"

namespace stallscope::programs {

const std::vector<ShippedProgram>& shipped() {
  static const std::vector<ShippedProgram> list{
${entries}  };
  return list;
}

} // namespace stallscope::programs
")
