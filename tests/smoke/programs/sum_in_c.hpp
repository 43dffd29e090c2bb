#pragma once

namespace stallscope::smoke {

/// A function in C.
inline constexpr const char* kSumInC = "int sum(int n, const int *a) {\n"
                                       "  int s = 0;\n"
                                       "  for (int i = 0; i < n; i++)\n"
                                       "    s += a[i];\n"
                                       "  return s;\n"
                                       "}\n";

} // namespace stallscope::smoke
