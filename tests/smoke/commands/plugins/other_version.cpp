// A plug-in of another version of the interface.
#include <stallscope/plugin.hpp>

extern "C" const StallscopePlugin* stallscope_plugin() {
  static const StallscopePlugin table = [] {
    StallscopePlugin made{};
    made.version = STALLSCOPE_PLUGIN_VERSION + 1;
    return made;
  }();
  return &table;
}
