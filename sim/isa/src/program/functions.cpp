#include "isa/functions.hpp"

#include "isa/op.hpp"
#include "isa/registers.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace stallscope::isa {

namespace {

bool is_local_name(std::string_view name) {
  return name.empty() || name.front() == '.' || name.front() == '$';
}

/// Targets of calls.
std::set<std::uint64_t> called_addresses(const Program& program) {
  std::set<std::uint64_t> called;
  for (const Instruction& i : program.code)
    if (i.op == Op::jump_link || i.op == Op::x86_call)
      called.insert(i.target);
  return called;
}

bool is_start(std::string_view name) {
  constexpr std::array<std::string_view, 3> kStarts{"main", "_start", "__start"};
  return std::find(kStarts.begin(), kStarts.end(), name) != kStarts.end();
}

struct NamedFunction {
  std::string_view name;
  const Symbol* symbol = nullptr;
};

/// Names of functions, one per address.
std::vector<NamedFunction> named_functions(const Program& program) {
  bool declared = false;
  bool local_names = false; // names given by compilers
  for (const auto& [name, symbol] : program.symbols) {
    declared |= symbol.is_function;
    local_names |= symbol.is_code && name.starts_with(".L");
  }
  const bool all = !declared && (program.decoded || local_names);
  // In machine code an apparent call may be data, or the middle of an instruction.
  const std::set<std::uint64_t> called =
      program.decoded ? std::set<std::uint64_t>() : called_addresses(program);
  std::vector<NamedFunction> named;
  for (const auto& [name, symbol] : program.symbols)
    if (symbol.is_code && !symbol.is_constant && !is_local_name(name) &&
        (symbol.is_function || all || called.contains(symbol.address) ||
         (!declared && is_start(name))))
      named.push_back({name, &symbol});
  std::stable_sort(named.begin(), named.end(), [](const NamedFunction& a, const NamedFunction& b) {
    return a.symbol->address != b.symbol->address ? a.symbol->address < b.symbol->address
                                                  : a.symbol->size > b.symbol->size;
  });
  named.erase(std::unique(named.begin(), named.end(),
                          [](const NamedFunction& a, const NamedFunction& b) {
                            return a.symbol->address == b.symbol->address;
                          }),
              named.end());
  return named;
}

std::uint64_t end_of_code(const Program& program) {
  return program.code.empty() ? 0 : program.code.back().pc + program.code.back().size;
}

} // namespace

bool is_call(const Instruction& i) {
  return i.op == Op::jump_link || i.op == Op::jump_link_register || i.op == Op::x86_call ||
         i.op == Op::x86_call_indirect;
}

bool calls_absent_function(const Program& program, const Instruction& i) {
  if (program.decoded || (i.op != Op::jump_link && i.op != Op::x86_call) ||
      i.target <= program.end_pc)
    return false;
  const std::uint32_t index = program.index_of(i.target);
  return index != kNoIndex;
}

bool is_direct_jump(const Instruction& i) {
  return is_control(i.op_class) && !is_call(i) && i.op != Op::jump_register &&
         i.op != Op::x86_jump_indirect && i.op != Op::x86_ret;
}

namespace {

/// A branch that compares a register with itself, as `b label` of MIPS does, and is taken.
bool is_always_taken(const Instruction& i) {
  return (i.op == Op::beq || i.op == Op::bge || i.op == Op::bgeu) && !i.has_immediate &&
         i.rs1 == i.rs2;
}

} // namespace

FlowEnd flow_end(const Program& program, const Instruction& i) {
  if (i.op == Op::unknown || i.op == Op::breakpoint || i.op == Op::x86_ret)
    return FlowEnd::stop;
  if (!is_control(i.op_class) || is_call(i))
    return FlowEnd::none;
  if (is_direct_jump(i))
    return is_jump(i.op_class) || is_always_taken(i) ? FlowEnd::jump : FlowEnd::branch;
  const bool returns = (program.isa == Isa::mips && i.rs1 == mips::kRa) ||
                       (program.isa == Isa::riscv && i.rs1 == riscv::kRa);
  return returns ? FlowEnd::stop : FlowEnd::indirect;
}

std::vector<Function> functions_of(const Program& program) {
  std::vector<Function> functions;
  if (program.code.empty())
    return functions;
  const std::vector<NamedFunction> named = named_functions(program);
  if (!program.decoded &&
      (named.empty() || named.front().symbol->address > program.code.front().pc))
    functions.push_back({{},
                         program.code.front().pc,
                         named.empty() ? end_of_code(program) : named.front().symbol->address});
  for (std::size_t n = 0; n < named.size(); ++n) {
    const Symbol& symbol = *named[n].symbol;
    std::uint64_t end = n + 1 < named.size() ? named[n + 1].symbol->address : end_of_code(program);
    if (symbol.size != 0)
      end = std::min(end, symbol.address + symbol.size);
    functions.push_back({std::string(named[n].name), symbol.address, end, symbol.size != 0});
    // Code in a text between the end of one function and the start of the next.
    const std::uint64_t next =
        n + 1 < named.size() ? named[n + 1].symbol->address : end_of_code(program);
    if (!program.decoded && end < next)
      functions.push_back({{}, end, next});
  }
  return functions;
}

std::optional<Function> function_at(const Program& program, std::uint64_t pc) {
  for (Function& function : functions_of(program))
    if (function.begin <= pc && pc < function.end)
      return std::move(function);
  return std::nullopt;
}

std::optional<Function> function_named(const Program& program, std::string_view name) {
  const auto symbol = program.symbols.find(name);
  if (symbol == program.symbols.end() || !symbol->second.is_code)
    return std::nullopt;
  const std::uint64_t begin = symbol->second.address;
  const std::optional<Function> around = function_at(program, begin);
  std::uint64_t end = around ? around->end : end_of_code(program);
  if (symbol->second.size != 0)
    end = std::min(end, begin + symbol->second.size);
  if (!around) // code of an executable outside all functions
    for (const Function& function : functions_of(program))
      if (function.begin > begin)
        end = std::min(end, function.begin);
  return Function{std::string(name), begin, end,
                  symbol->second.size != 0 || (around && around->has_size)};
}

std::vector<std::uint32_t> instructions_between(const Program& program, std::uint64_t begin,
                                                std::uint64_t end) {
  auto at =
      std::lower_bound(program.code.begin(), program.code.end(), begin,
                       [](const Instruction& i, std::uint64_t address) { return i.pc < address; });
  std::vector<std::uint32_t> code;
  for (std::uint64_t behind = begin; at != program.code.end() && at->pc < end; ++at)
    if (at->pc >= behind) {
      code.push_back(static_cast<std::uint32_t>(at - program.code.begin()));
      behind = at->pc + at->size;
    }
  return code;
}

std::vector<std::uint32_t> instructions_of(const Program& program, const Function& function) {
  std::vector<std::uint32_t> all = instructions_between(program, function.begin, function.end);
  if (program.decoded || function.has_size || function.name.empty() || all.empty())
    return all;
  // Functions of a text are consecutive.
  std::vector<bool> reached(all.size(), false);
  std::vector<std::uint32_t> open;
  const auto take = [&](std::uint64_t index) {
    if (index >= all.front() && index <= all.back() && !reached[index - all.front()]) {
      reached[index - all.front()] = true;
      open.push_back(static_cast<std::uint32_t>(index));
    }
  };
  take(all.front());
  while (!open.empty()) {
    const std::uint32_t index = open.back();
    open.pop_back();
    const Instruction& i = program.instruction(index);
    const FlowEnd end = flow_end(program, i);
    if (end == FlowEnd::indirect)
      return all;
    if (end == FlowEnd::none || end == FlowEnd::branch)
      take(std::uint64_t{index} + 1);
    if (end == FlowEnd::branch || end == FlowEnd::jump)
      take(program.index_of(i.target));
  }
  std::erase_if(all,
                [&, first = all.front()](std::uint32_t index) { return !reached[index - first]; });
  return all;
}

} // namespace stallscope::isa
