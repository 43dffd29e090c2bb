#include "isa/compile_c.hpp"
#include "model/editor/c_compiler.hpp"
#include "model/editor/fuzzy.hpp"
#include "model/processor/call_stack.hpp"
#include "model_testing.hpp"
#include "temporary_folder.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

using namespace stallscope;
using namespace stallscope::gui;
using namespace stallscope::gui::test;

TEST_CASE("a few letters find a title, beginnings first", "[gui_model]") {
  CHECK(fuzzy_fit("Step back", "step") == 0);
  CHECK(fuzzy_fit("Step back", " BACK ") == 1);
  CHECK(fuzzy_fit("Step back", "tep") == 2);
  CHECK(*fuzzy_fit("Step back", "stb") > 2);
  CHECK(*fuzzy_fit("Step back", "stpb") < *fuzzy_fit("Set up the tables at the back", "stpb"));
  CHECK_FALSE(fuzzy_fit("Step back", "backs").has_value());
  CHECK_FALSE(fuzzy_fit("Step", "pets").has_value()); // in this order
  CHECK(fuzzy_fit("下一个停顿", "停顿").has_value());
  CHECK(fuzzy_fit("Step", "") == 0);
}

TEST_CASE("the call stack of a cycle grows and shrinks with calls and returns", "[gui_model]") {
  OpenRun open(spec_of("textbook/fibonacci", "mips-5"));
  CallStackModel model;
  CHECK(model.at(open.run, 0).size() == 1);
  std::size_t deepest = 0;
  std::size_t changes = 0;
  std::size_t before = 1;
  for (std::uint64_t cycle = 1; cycle <= open.run.last_cycle(); ++cycle) {
    const std::size_t depth = model.at(open.run, cycle).size();
    CHECK((depth == before || depth == before + 1 || depth + 1 == before));
    changes += depth != before ? 1 : 0;
    before = depth;
    deepest = std::max(deepest, depth);
  }
  CHECK(deepest > 3);
  CHECK(changes > 10);
  CHECK(before == 1); // everything has returned
  // The innermost function is where the deepest recursion is.
  for (std::uint64_t cycle = 1; cycle <= open.run.last_cycle(); ++cycle)
    if (const auto stack = model.at(open.run, cycle); stack.size() == deepest) {
      CHECK(stack[0].function == stack[1].function);
      CHECK(stack[0].entered <= cycle);
      CHECK(stack[0].line > 0);
      break;
    }
}

TEST_CASE("a call stack is there for x86 too, and not for runs that are not recorded whole",
          "[gui_model]") {
  RunSpec spec = spec_of("x86/fibonacci", "csapp-haswell");
  OpenRun open(spec);
  CallStackModel model;
  std::size_t deepest = 0;
  for (std::uint64_t cycle = 1; cycle <= open.run.last_cycle(); ++cycle)
    deepest = std::max(deepest, model.at(open.run, cycle).size());
  CHECK(deepest > 3);
  spec.whole_ops = 10;
  OpenRun parts(spec);
  CHECK(model.at(parts.run, 100).empty());
}

TEST_CASE("C is compiled where a cross compiler is, and its mistakes are said", "[gui_model]") {
  if (!isa::has_c_compiler({}))
    return; // nothing to try it with
  const TemporaryFolder folder;
  const std::string sum = folder.file("sum.c", "int main(void) { int s = 0;\n"
                                               "  for (int i = 1; i <= 10; ++i) s += i;\n"
                                               "  return s; }\n");
  const std::string bad_sum = folder.file("bad.c", "int main(void) { return x; }\n");
  Worker worker;
  Compiled good;
  Compiled bad;
  compile(worker, sum, {}, folder.file("out"),
          [&good](Compiled result) { good = std::move(result); });
  compile(worker, bad_sum, {}, folder.file("out"),
          [&bad](Compiled result) { bad = std::move(result); });
  worker.wait();
  CHECK(bad.file.empty());
  CHECK(format(bad.said).find("undeclared") != std::string::npos);
  INFO(format(good.said));
  REQUIRE_FALSE(good.file.empty());
  RunSpec spec = spec_of(good.file, "mips-5");
  OpenRun open(spec);
  CHECK(open.run.summary().stop.exit_code == 55);
}
