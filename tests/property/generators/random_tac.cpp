#include "property/generators/program_writer.hpp"
#include "property/notations.hpp"

namespace stallscope::property {

namespace {

class TacWriter final : public ProgramWriter {
public:
  using ProgramWriter::ProgramWriter;

private:
  static constexpr int kVariables = 7;

  std::string variable() { return fmt::format("v{}", random_.below(kVariables)); }
  std::string value() {
    return random_.chance(70) ? variable() : fmt::format("{}", random_.between(-20, 100));
  }

  void begin() override {
    for (int i = 0; i < kVariables; ++i)
      line(".reg v{} = {}", i, random_.between(-50, 50));
    line(".mem 1024 = 3, 1, 4, 1, 5, 9, 2, 6");
  }
  void end() override {
    for (int i = 0; i < 3; ++i)
      line("print v{}", i);
    if (traits_.may_fault && random_.chance(70)) {
      line("{}",
           random_.pick({"v0 = mem[0 - 8]", "zero = 0\nv1 = v2 / zero", "q = v0 | 1\nmem[q] = v1",
                         "far = 1 << 40\nmem[far] = v0", "read v3"}));
      return;
    }
    if (random_.chance(40))
      line("exit v{}", random_.below(kVariables));
  }
  void simple_statement() override {
    const std::string_view op = random_.pick({"+", "-", "&", "|", "^", "*", "==", "<", "<=", ">u"});
    line("{} = {} {} {}", variable(), variable(), op, value());
  }
  void statement() override {
    switch (random_.below(12)) {
    case 0:
      line("p = {} & 504", variable());
      line("{} = mem[p + 1024]", variable());
      break;
    case 1:
      line("p = {} & 504", variable());
      line("mem[p + 1024] = {}", variable());
      break;
    case 2:
      line("p = {} & 255", variable());
      line("mem1[p + 2048] = {}", variable());
      line("{} = mem1u[p + 2048]", variable());
      break;
    case 3:
      line("d = {} | 1", variable());
      line("{} = {} {} d", variable(), variable(), random_.pick({"/", "%"}));
      break;
    case 4:
      line("{} = {} {} {}", variable(), variable(), random_.pick({"<<", ">>", ">>>"}),
           random_.below(64));
      break;
    case 5:
      line("{} = {}{}", variable(), random_.pick({"-", "~", "!", ""}), variable());
      break;
    case 6:
      if (random_.chance(15))
        line("print {}", variable());
      else
        line("{} = mem[{} + {}]", variable(), 1024, 8 * random_.below(64));
      break;
    default:
      simple_statement();
    }
  }
  void loop_head(unsigned depth, int label, int) override {
    line("i{} = 0", depth);
    line("L{}:", label);
  }
  void loop_tail(unsigned depth, int label, int trips) override {
    line("i{} = i{} + 1", depth, depth);
    line("if i{} < {} goto L{}", depth, trips, label);
    simple_statement();
  }
  void branch(int label) override {
    const std::string_view op = random_.pick({"==", "!=", "<", ">", "<=", ">=", "<u"});
    if (random_.chance(20))
      line("if {}{} goto L{}", random_.pick({"", "!"}), variable(), label);
    else
      line("if {} {} {} goto L{}", variable(), op, value(), label);
    simple_statement();
  }
  void jump(int label) override {
    line("goto L{}", label);
    simple_statement();
  }
};

} // namespace

std::string random_tac(Random& random, const ProgramTraits& traits) {
  return TacWriter(random, traits).write();
}

} // namespace stallscope::property
