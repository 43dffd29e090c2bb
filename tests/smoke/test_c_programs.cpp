#include "needs.hpp"
#include "process.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cstdlib>
#include <string>

using namespace stallscope::smoke;

namespace {

/// A folder for sources, and a cache in which nothing is yet.
struct CProgramFolder {
  Folder folder;
  CProgramFolder() { setenv("XDG_CACHE_HOME", folder.path().c_str(), 1); }
  [[nodiscard]] std::string file(const std::string& name, const std::string& text) const {
    return folder.file(name, text);
  }
};

} // namespace

TEST_CASE("a long C program runs to its end behind the picture of its beginning") {
  NEEDS("riscv64-linux-gnu-gcc");
  const CProgramFolder sources;
  // 10 million rounds of at least 3 instructions each: more cycles than a text is looked at for.
  const std::string file =
      sources.file("long.c", "#include <stdio.h>\nint main(void) {\n  unsigned s = 1;\n"
                             "  for (unsigned i = 0; i < 10000000; i++)\n"
                             "    s = s * 1664525u + 1013904223u;\n"
                             "  printf(\"%u\\n\", s);\n  return 0;\n}\n");
  const Outcome run = run_cli({"run", file, "-m", "mips-5", "--diagram"});
  INFO(run.err);
  CHECK(run.exit_code == 0);
  unsigned s = 1;
  for (unsigned i = 0; i < 10'000'000; ++i)
    s = s * 1664525U + 1013904223U;
  CHECK(has(run.out, fmt::format("{}\n", s)));
  CHECK(has(run.out, "Pipeline diagram"));
  CHECK(has(run.err, "cycles 1 to 60 of "));
}
