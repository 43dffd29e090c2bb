# cmake -DOUTPUT=file.cpp -DFOLDER=gui/lessons -DFILES=a.toml,b.toml -P embed_lessons.cmake
#
# Writes lesson files, in this order, as string literals into a source file that defines gui::lesson_files().
string(REPLACE "," ";" files "${FILES}")
set(entries "")
foreach(file IN LISTS files)
  file(READ "${FOLDER}/${file}" text)
  if(text MATCHES "\\)LESSON\"")
    message(FATAL_ERROR "${file} holds the end mark of the literal it is put into")
  endif()
  string(REGEX REPLACE "\\.toml$" "" name "${file}")
  string(APPEND entries "    {\"${name}\", R\"LESSON(${text})LESSON\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Made by embed_lessons.cmake.
#include \"model/lessons.hpp\"

namespace stallscope::gui {

const std::vector<LessonFile>& lesson_files() {
  static const std::vector<LessonFile> list{
${entries}  };
  return list;
}

} // namespace stallscope::gui
")
