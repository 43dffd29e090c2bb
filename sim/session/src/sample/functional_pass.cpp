#include "sample/functional_pass.hpp"

#include "isa/written_code.hpp"

#include <algorithm>

namespace stallscope::session {

namespace {

/// Number of instructions whose log is kept at a time: it fits into the host's second-level cache.
constexpr std::uint64_t kLogged = 4096;

} // namespace

FunctionalPass::FunctionalPass(const isa::Program& program, const machine::Machine& machine,
                               const isa::Environment& environment)
    : program_(program), environment_(environment), warming_(machine, program.isa),
      arch_(isa::initial_state(program)), warm_(warming_.initial_state()) {
  if (!isa::ThreadedCode::is_supported(environment))
    return;
  code_.emplace(program, environment);
  code_->keep_log();
  log_.resize(kLogged * isa::ThreadedCode::kMostWords);
  attach();
}

void FunctionalPass::attach() {
  if (code_ && code_->attach(arch_))
    flows_.clear();
}

/// Executes the instruction at the pc.
bool FunctionalPass::step() {
  const std::uint32_t index = index_at(program_, arch_, arch_.pc);
  if (index == isa::kNoIndex) // the end of the program, or a trap
    return isa::execute(program_, arch_, environment_, cycle() + 1).trap == isa::Trap::none;
  const isa::Instruction& instruction = program_.instruction(index);
  if (blocks_ == nullptr && warming_.has_fetch())
    warming_.fetch(warm_, instruction.pc, instruction.size);
  isa::Effect effect;
  isa::execute(program_, arch_, environment_, cycle() + 1, instruction, effect);
  if (effect.trap != isa::Trap::none)
    return false;
  if (blocks_ != nullptr)
    blocks_->add(instruction.pc, 1);
  else if (!effect.exception)
    follow(instruction, effect);
  return true;
}

/// Updates the tables for an instruction that was executed singly.
void FunctionalPass::follow(const isa::Instruction& instruction, const isa::Effect& effect) {
  if (effect.bytes != 0 && warming_.has_data()) {
    if (effect.two_places)
      access(instruction, effect.read_address, effect.bytes, false);
    access(instruction, effect.address, effect.bytes, isa::writes_memory(instruction));
  }
  if (isa::is_control(instruction.op_class) && warming_.has_prediction())
    warming_.control(warm_, instruction, effect.next_pc);
  if (instruction.op == isa::Op::fence_i && warming_.has_fetch())
    warming_.fence_code(warm_);
}

bool FunctionalPass::advance(std::uint64_t instructions) {
  while (arch_.instructions < instructions || in_delay_slot()) {
    if (code_ && run_threaded(instructions - arch_.instructions) != 0)
      continue;
    if (!step())
      return false;
    attach(); // a system call may have changed anything
  }
  return true;
}

/// Executes at most `count` instructions; 0 when the next instruction must be executed singly.
std::uint64_t FunctionalPass::run_threaded(std::uint64_t count) {
  if (code_->bytes() > isa::ThreadedCode::kMaxBytes) {
    code_->forget();
    flows_.clear();
  }
  const std::uint64_t* end = nullptr;
  const std::uint64_t executed =
      code_->run_logged(arch_, std::min(count, kLogged), log_.data(), end);
  if (blocks_ != nullptr)
    count_blocks(executed);
  else
    take_log(executed);
  return executed;
}

void FunctionalPass::take_log(std::uint64_t executed) {
  const std::uint64_t* word = log_.data();
  const isa::Instruction* open = nullptr; // a branch whose target is the start of the next trace
  while (executed != 0) {
    const Flow& flow = flow_of(*word++);
    if (open != nullptr)
      warming_.control(warm_, *open, flow.pc);
    const auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(flow.count, executed));
    word = take_items(flow, count, word);
    executed -= count;
    open = count == flow.count ? flow.last_control : nullptr;
  }
  if (open != nullptr)
    warming_.control(warm_, *open, arch_.pc);
}

/// The same when only blocks are counted: a block begins after a branch and ends with one.
void FunctionalPass::count_blocks(std::uint64_t executed) {
  const std::uint64_t* word = log_.data();
  while (executed != 0) {
    const Flow& flow = flow_of(*word++);
    const auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(flow.count, executed));
    blocks_->add(flow.pc, count);
    word += flow.words;
    executed -= count;
  }
}

/// Updates the tables for the first instructions of a trace; returns the position after their words
/// in the log.
inline const std::uint64_t* FunctionalPass::take_items(const Flow& flow, std::uint32_t count,
                                                       const std::uint64_t* word) {
  for (const Item& item : flow.items) {
    if (item.place >= count)
      break;
    const isa::Instruction& instruction = *item.instruction;
    switch (item.kind) {
    case Item::Kind::fetch:
      warming_.fetch(warm_, instruction.pc, instruction.size);
      break;
    case Item::Kind::address:
      if (warming_.has_data())
        access(instruction, *word, item.bytes, item.write);
      ++word;
      break;
    case Item::Kind::effect:
      if (const auto bytes = static_cast<unsigned>(word[2] & 0xff);
          bytes != 0 && warming_.has_data()) {
        if ((word[2] & isa::ThreadedCode::kTwoPlaces) != 0)
          access(instruction, word[1], bytes, false);
        access(instruction, word[0], bytes, item.write);
      }
      word += 3;
      break;
    case Item::Kind::jump:
      warming_.control(warm_, instruction, instruction.target);
      break;
    }
  }
  return word;
}

inline const FunctionalPass::Flow& FunctionalPass::flow_of(std::uint64_t number) {
  if (number >= flows_.size()) [[unlikely]]
    flows_.resize(number + 1);
  Flow& flow = flows_[number];
  if (flow.count == 0) [[unlikely]]
    describe(flow, number);
  return flow;
}

void FunctionalPass::describe(Flow& flow, std::uint64_t number) const {
  using Logged = isa::ThreadedCode::Logged;
  std::uint64_t read_to = 0; // end of the cache line that contains the previous instruction
  for (const auto& [index, logged] : code_->logged_trace(number)) {
    const isa::Instruction& i = program_.instruction(index);
    if (flow.count == 0)
      flow.pc = i.pc;
    const auto add = [&](Item::Kind kind) {
      flow.items.push_back({kind, static_cast<std::uint8_t>(isa::access_bytes(i)),
                            isa::writes_memory(i), flow.count, &i});
    };
    if (warming_.has_fetch() &&
        (i.pc + i.size > read_to || i.pc + warming_.line_bytes() < read_to)) {
      add(Item::Kind::fetch);
      read_to = (i.pc + i.size - 1) / warming_.line_bytes() * warming_.line_bytes() +
                warming_.line_bytes();
    }
    flow.words += logged == Logged::nothing ? 0 : logged == Logged::address ? 1 : 3;
    if (logged != Logged::nothing)
      add(logged == Logged::address ? Item::Kind::address : Item::Kind::effect);
    const bool predicted = isa::is_control(i.op_class) && warming_.has_prediction();
    const bool direct = isa::is_jump(i.op_class) && !core::is_indirect(i);
    if (predicted && direct)
      add(Item::Kind::jump);
    flow.last_control = predicted && !direct ? &i : nullptr;
    ++flow.count;
  }
}

} // namespace stallscope::session
