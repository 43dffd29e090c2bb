# protozero, which decodes protocol buffers (ONNX): headers only, of the system's package. No target: the installed
# libraries do not need them.
find_path(STALLSCOPE_PROTOZERO protozero/pbf_reader.hpp)
if(NOT STALLSCOPE_PROTOZERO)
  message(FATAL_ERROR "protozero is missing (Debian: libprotozero-dev)")
endif()
