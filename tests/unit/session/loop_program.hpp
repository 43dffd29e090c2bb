#pragma once

#include <string_view>

namespace stallscope::session::test {

/// Counts i to 100, adds it up in s, stores s at 8 and prints every tenth i.
inline constexpr std::string_view kLoop = "i = 0\n"
                                          "s = 0\n"
                                          "loop: i = i + 1\n"
                                          "s = s + i\n"
                                          "mem[8] = s\n"
                                          "r = i % 10\n"
                                          "if r != 0 goto next\n"
                                          "print i\n"
                                          "next: if i < 100 goto loop\n"
                                          "done: t = s\n";

} // namespace stallscope::session::test
