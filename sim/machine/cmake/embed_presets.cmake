# cmake -DOUTPUT=file.cpp -DFOLDER=presets -DNAMES=a,b,c -P embed_presets.cmake
#
# Writes the machine files, in this order, as string literals into a source file that defines machine::presets().
string(REPLACE "," ";" names "${NAMES}")
set(entries "")
foreach(name IN LISTS names)
  file(READ "${FOLDER}/${name}.toml" text)
  if(text MATCHES "\\)PRESET\"")
    message(FATAL_ERROR "${name}.toml holds the end mark of the literal it is put into")
  endif()
  if(NOT text MATCHES "(^|\n)title = \"([^\"\n]*)\"")
    message(FATAL_ERROR "${name}.toml has no line: title = \"...\"")
  endif()
  string(APPEND entries "    {\"${name}\", \"${CMAKE_MATCH_2}\", R\"PRESET(${text})PRESET\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Made by embed_presets.cmake from presets/*.toml.
#include \"machine/machine_file.hpp\"

namespace stallscope::machine {

const std::vector<PresetInfo>& presets() {
  static const std::vector<PresetInfo> list{
${entries}  };
  return list;
}

} // namespace stallscope::machine
")
