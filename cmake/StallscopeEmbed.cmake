# stallscope_embed(OUTPUT source.cpp FOLDER folder FILES file... ENDING regex FIELDS field...
#                  HEADER header.hpp NAMESPACE name TYPE type FUNCTION name)
#
# Builds the texts of files into the program: makes a source file that defines
#   const std::vector<TYPE>& stallscope::NAMESPACE::FUNCTION()
# with an entry a file, in the order of FILES. Of the struct TYPE, which HEADER declares, FIELDS says the members in
# order: name (the file's without ENDING), file, title (of a line `title = "..."` in it), text.
set(STALLSCOPE_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embed_files.cmake)

function(stallscope_embed)
  cmake_parse_arguments(ARG "" "OUTPUT;FOLDER;ENDING;HEADER;NAMESPACE;TYPE;FUNCTION" "FILES;FIELDS" ${ARGN})
  list(TRANSFORM ARG_FILES PREPEND ${ARG_FOLDER}/ OUTPUT_VARIABLE paths)
  list(JOIN ARG_FILES "," files)
  list(JOIN ARG_FIELDS "," fields)
  add_custom_command(
    OUTPUT ${ARG_OUTPUT}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${ARG_OUTPUT} -DFOLDER=${ARG_FOLDER} -DFILES=${files} -DENDING=${ARG_ENDING}
            -DFIELDS=${fields} -DHEADER=${ARG_HEADER} -DNAMESPACE=${ARG_NAMESPACE} -DTYPE=${ARG_TYPE}
            -DFUNCTION=${ARG_FUNCTION} -P ${STALLSCOPE_EMBED_SCRIPT}
    DEPENDS ${paths} ${STALLSCOPE_EMBED_SCRIPT}
    COMMENT "Building files into the program: ${ARG_NAMESPACE}::${ARG_FUNCTION}()"
    VERBATIM)
  # Compilers need not take strings of more than 65536 characters; those that build Stallscope do.
  set_source_files_properties(${ARG_OUTPUT} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
endfunction()
