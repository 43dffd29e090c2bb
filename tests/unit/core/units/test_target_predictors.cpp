// Where jumps go: branch target buffer, return-address stack, indirect jumps.

#include "unit/core/predictor_testing.hpp"

using namespace stallscope;
using namespace stallscope::core;
using namespace stallscope::core::testing;
using isa::Isa;
using isa::Op;

namespace {

isa::Instruction jump(Op op, std::uint64_t pc, std::uint64_t target, RegId rd = 0, RegId rs1 = 0) {
  isa::Instruction i;
  i.op = op;
  i.op_class = isa::OpClass::jump;
  i.pc = pc;
  i.target = target;
  i.rd = rd;
  i.rs1 = rs1;
  return i;
}
isa::Instruction call(std::uint64_t pc) {
  return jump(Op::jump_link, pc, 0x4000, 1);
}
isa::Instruction ret(std::uint64_t pc) {
  return jump(Op::jump_register, pc, 0, 0, 1);
}
isa::Instruction through_register(std::uint64_t pc) {
  return jump(Op::jump_register, pc, 0, 0, 10);
}

const std::vector<std::string> kStack{"branch.predictor=taken", "return_stack.depth=4"};

std::vector<std::string> with(std::vector<std::string> settings, std::string more) {
  settings.push_back(std::move(more));
  return settings;
}

} // namespace

TEST_CASE("stack actions: the hints of the RISC-V manual, of MIPS and of x86") {
  const auto riscv = [](Op op, RegId rd, RegId rs1) {
    return stack_action(Isa::riscv, jump(op, 0, 0, rd, rs1));
  };
  CHECK(riscv(Op::jump_link, 1, 0) == StackAction{false, true});
  CHECK(riscv(Op::jump_link, 5, 0) == StackAction{false, true});
  CHECK(riscv(Op::jump_link, 6, 0) == StackAction{});
  CHECK(riscv(Op::jump, 0, 0) == StackAction{});
  CHECK(riscv(Op::jump_register, 0, 10) == StackAction{});
  CHECK(riscv(Op::jump_register, 0, 1) == StackAction{true, false});
  CHECK(riscv(Op::jump_link_register, 7, 5) == StackAction{true, false});
  CHECK(riscv(Op::jump_link_register, 1, 10) == StackAction{false, true});
  CHECK(riscv(Op::jump_link_register, 1, 5) == StackAction{true, true});
  CHECK(riscv(Op::jump_link_register, 1, 1) == StackAction{false, true});
  const auto mips = [](Op op, RegId rd, RegId rs1) {
    return stack_action(Isa::mips, jump(op, 0, 0, rd, rs1));
  };
  CHECK(mips(Op::jump_link, 31, 0) == StackAction{false, true});
  CHECK(mips(Op::jump_link_register, 31, 25) == StackAction{false, true});
  CHECK(mips(Op::jump_register, 0, 31) == StackAction{true, false});
  CHECK(mips(Op::jump_register, 0, 8) == StackAction{});
  const auto x86 = [](Op op) { return stack_action(Isa::x86, jump(op, 0, 0)); };
  CHECK(x86(Op::x86_call) == StackAction{false, true});
  CHECK(x86(Op::x86_call_indirect) == StackAction{false, true});
  CHECK(x86(Op::x86_ret) == StackAction{true, false});
  CHECK(x86(Op::x86_jump_indirect) == StackAction{});
  CHECK(is_indirect(jump(Op::x86_ret, 0, 0)));
  CHECK(is_indirect(jump(Op::x86_call_indirect, 0, 0)));
  CHECK_FALSE(is_indirect(jump(Op::x86_call, 0, 0)));
}

TEST_CASE("return stack: nested calls return to where they came from") {
  Trainee p(kStack);
  for (const std::uint64_t pc : {0x100, 0x200, 0x300, 0x400})
    CHECK(p.train(call(pc), {true, 0x4000}));
  for (const std::uint64_t pc : {0x404, 0x304, 0x204, 0x104})
    CHECK(p.train(ret(0x5000), {true, pc}));
  CHECK_FALSE(p.predict(ret(0x5000), {true, 0x104}).taken); // empty: no prediction
}

TEST_CASE("return stack: behind a delay slot calls return to the instruction after it") {
  machine::Machine machine = machine_named(
      "mips-5", {"branch.delay_slot=true", "branch.predictor=taken", "return_stack.depth=2"});
  const BranchPredictor unit(machine, Isa::mips);
  PredictorState state = unit.initial_state(4);
  (void)unit.predict(state, jump(Op::jump_link, 0x100, 0x400, 31), {true, 0x400});
  CHECK(unit.predict(state, jump(Op::jump_register, 0x400, 0, 0, 31), {true, 0x108}).target ==
        0x108);
}

TEST_CASE("return stack: one call too many overwrites the oldest entry") {
  Trainee p(kStack); // 4 entries, 5 calls
  for (const std::uint64_t pc : {0x100, 0x200, 0x300, 0x400, 0x500})
    p.train(call(pc), {true, 0x4000});
  for (const std::uint64_t pc : {0x504, 0x404, 0x304, 0x204})
    CHECK(p.train(ret(0x5000), {true, pc}));
  CHECK_FALSE(p.train(ret(0x5000), {true, 0x104}));
  CHECK(p.state.counts.stack_overwrites == 1);
}

TEST_CASE("return stack: what a wrong path does to it, by repair rule") {
  // Two calls; then a branch whose wrong path returns, calls, returns twice and calls: the entries
  // of both calls have been overwritten, and the stack is as deep as before, less one.
  const auto after_wrong_path = [](const char* repair) {
    Trainee p(with(kStack, std::string("return_stack.repair=") + repair));
    p.train(call(0x100), {true, 0x4000});
    p.train(call(0x200), {true, 0x4000});
    const isa::Instruction branch = conditional(0x300, 0x280);
    const Prediction b = p.predict(branch, {false, 0x304});
    p.predict(ret(0x280), {});
    p.predict(call(0x900), {}); // over the entry of 0x200
    p.predict(ret(0x904), {});
    p.predict(ret(0x904), {});
    p.predict(call(0x910), {}); // over the entry of 0x100
    p.unit.discard_behind(p.state, branch, b.token, {false, 0x304});
    std::vector<std::uint64_t> targets;
    for (int i = 0; i < 2; ++i)
      targets.push_back(p.predict(ret(0x5000), {}).target);
    return targets;
  };
  CHECK(after_wrong_path("full") == std::vector<std::uint64_t>{0x204, 0x104});
  CHECK(after_wrong_path("top") == std::vector<std::uint64_t>{0x204, 0x914});
  CHECK(after_wrong_path("none") == std::vector<std::uint64_t>{0x914, 0}); // one entry, then none
}

TEST_CASE("target buffer: knows a branch at fetch once it has been taken") {
  Trainee p({"branch.predictor=taken", "btb.entries=4", "btb.ways=2"});
  const isa::Instruction branch = conditional(0x100, 0x80);
  const auto at_fetch = [&p](const isa::Instruction& i) {
    const Prediction prediction = p.predict(i, {true, i.target});
    p.unit.learn(p.state, i, prediction.token, {true, i.target});
    p.unit.release(p.state, prediction.token);
    return prediction.at_fetch;
  };
  CHECK_FALSE(at_fetch(branch)); // taken, but fetch does not know where to before it is decoded
  CHECK(at_fetch(branch));
  // 2 sets, found by bit 1 of the address; all of these are in set 0. The third makes the one
  // learnt longest ago go, which is 0x200 when 0x100 has been learnt again.
  CHECK_FALSE(at_fetch(conditional(0x200, 0x80)));
  CHECK(at_fetch(branch));
  CHECK_FALSE(at_fetch(conditional(0x300, 0x80)));
  CHECK(at_fetch(branch));
  CHECK_FALSE(at_fetch(conditional(0x200, 0x80)));
}

TEST_CASE("target buffer: an indirect jump goes where it went last") {
  Trainee p({"branch.predictor=taken", "btb.entries=16"});
  CHECK_FALSE(p.train(through_register(0x100), {true, 0x700}));
  CHECK(p.train(through_register(0x100), {true, 0x700}));
  CHECK_FALSE(p.train(through_register(0x100), {true, 0x800}));
  CHECK(p.train(through_register(0x100), {true, 0x800}));
}

TEST_CASE("indirect jumps: the last target by address, or a pattern by history") {
  // An interpreter's jump whose targets come back with period 3, A A B: the last target is right
  // for the second A only; two targets of history tell all three apart.
  const auto misses = [](const char* kind) {
    Trainee p({"branch.predictor=taken", std::string("indirect.predictor=") + kind});
    unsigned late = 0;
    for (int i = 0; i < 300; ++i) {
      const bool right = p.train(through_register(0x100), {true, i % 3 == 2 ? 0x812u : 0x706u});
      late += i >= 150 && !right ? 1 : 0;
    }
    return late;
  };
  CHECK(misses("last_target") == 100); // 2 of 3 in the last 150
  CHECK(misses("history") == 0);
}

TEST_CASE("indirect history: goes back with a misprediction") {
  Trainee p({"branch.predictor=taken", "indirect.predictor=history"});
  for (int i = 0; i < 5; ++i)
    p.train(through_register(0x100), {true, 0x706});
  const std::uint64_t before = p.state.indirect.path;
  const Prediction a = p.predict(through_register(0x100), {});
  CHECK(p.state.indirect.path != before);
  p.predict(through_register(0x200), {});
  p.predict(through_register(0x100), {});
  p.unit.discard_from(p.state, a.token);
  CHECK(p.state.indirect.path == before);
}

TEST_CASE("in flight: as many predictions as the machine has room for") {
  Trainee p({"branch.predictor=gshare"}, 4);
  std::vector<PredictionToken> tokens;
  while (p.unit.can_predict(p.state))
    tokens.push_back(p.predict(conditional(0x100, 0x80), {}).token);
  CHECK(tokens.size() == 4);
  p.unit.release(p.state, tokens[1]); // the oldest holds its place
  CHECK_FALSE(p.unit.can_predict(p.state));
  p.unit.release(p.state, tokens[0]);
  CHECK(p.unit.can_predict(p.state));
  p.predict(conditional(0x100, 0x80), {});
  p.predict(conditional(0x100, 0x80), {});
  CHECK_FALSE(p.unit.can_predict(p.state));
  p.unit.discard_behind(p.state, conditional(0x100, 0x80), tokens[2], {});
  CHECK(p.unit.can_predict(p.state));
}
