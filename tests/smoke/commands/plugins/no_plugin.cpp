// A shared library that is no plug-in.
extern "C" int stallscope_something() {
  return 1;
}
