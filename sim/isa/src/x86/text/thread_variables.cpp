#include "x86/text/thread_variables.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace stallscope::isa::x86 {

namespace {

/// With -mtls-dialect=gnu2: the module's block as a variable.
constexpr std::string_view kModuleBase = "_TLS_MODULE_BASE_";

bool is_module_base(const Source& source, const Operand& operand) {
  const auto symbol = source.symbols.sole_symbol(operand.value);
  return symbol && source.symbols[*symbol].name == kModuleBase;
}

void set_constant(Operand& operand, std::uint64_t value) {
  operand.value = {0, 0, static_cast<std::int64_t>(value)};
  operand.known = operand.value.constant;
  operand.rip = false;
}

} // namespace

OfThread of_thread_named(std::string_view relocation) {
  constexpr std::array<std::pair<std::string_view, OfThread>, 12> kNames{
      {{"@tlsgd", OfThread::address},
       {"@tlsld", OfThread::block},
       {"@tlsldm", OfThread::block},
       {"@dtpoff", OfThread::offset},
       {"@tpoff", OfThread::offset},
       {"@ntpoff", OfThread::offset},
       {"@tlsdesc", OfThread::descriptor},
       {"@gottpoff", OfThread::loaded_offset},
       {"@gotntpoff", OfThread::loaded_offset},
       {"@indntpoff", OfThread::loaded_offset},
       {"@tlscall", OfThread::call},
       {"@tlsdesc_call", OfThread::call}}};
  const auto* const found =
      std::find_if(kNames.data(), kNames.data() + kNames.size(),
                   [relocation](const auto& entry) { return entry.first == relocation; });
  return found == kNames.data() + kNames.size() ? OfThread::none : found->second;
}

void place_thread_variable(const Source& source, Operand& operand) {
  switch (operand.of_thread) {
  case OfThread::block:
    set_constant(operand, kThreadBlock);
    break;
  case OfThread::descriptor:
    operand.of_thread = OfThread::offset;
    if (is_module_base(source, operand)) {
      operand.of_thread = OfThread::none;
      set_constant(operand, 0);
    }
    break;
  case OfThread::loaded_offset:
    operand.of_thread = OfThread::offset;
    operand.kind = Operand::Kind::immediate;
    operand.base.reset();
    operand.index.reset();
    operand.rip = operand.bare = false;
    break;
  default:
    break;
  }
}

} // namespace stallscope::isa::x86
