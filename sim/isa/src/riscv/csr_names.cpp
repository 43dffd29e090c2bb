#include "riscv/csr_names.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace stallscope::isa::riscv {

namespace {

struct Csr {
  std::uint32_t number;
  std::string_view name;
};

// Source: The RISC-V Instruction Set Manual, volume II, chapter "Control and Status Registers".
constexpr Csr kCsrs[] = {
    {0x001, "fflags"},     {0x002, "frm"},           {0x003, "fcsr"},     {0xc00, "cycle"},
    {0xc01, "time"},       {0xc02, "instret"},       {0xc80, "cycleh"},   {0xc81, "timeh"},
    {0xc82, "instreth"},   {0xf11, "mvendorid"},     {0xf12, "marchid"},  {0xf13, "mimpid"},
    {0xf14, "mhartid"},    {0xf15, "mconfigptr"},    {0x300, "mstatus"},  {0x301, "misa"},
    {0x302, "medeleg"},    {0x303, "mideleg"},       {0x304, "mie"},      {0x305, "mtvec"},
    {0x306, "mcounteren"}, {0x310, "mstatush"},      {0x340, "mscratch"}, {0x341, "mepc"},
    {0x342, "mcause"},     {0x343, "mtval"},         {0x344, "mip"},      {0x34a, "mtinst"},
    {0x34b, "mtval2"},     {0x30a, "menvcfg"},       {0x31a, "menvcfgh"}, {0x747, "mseccfg"},
    {0x757, "mseccfgh"},   {0xb00, "mcycle"},        {0xb02, "minstret"}, {0xb80, "mcycleh"},
    {0xb82, "minstreth"},  {0x320, "mcountinhibit"}, {0x7a0, "tselect"},  {0x7a1, "tdata1"},
    {0x7a2, "tdata2"},     {0x7a3, "tdata3"},        {0x7b0, "dcsr"},     {0x7b1, "dpc"},
    {0x7b2, "dscratch0"},  {0x7b3, "dscratch1"},
};

/// Families with a number at the end of their name.
struct Family {
  std::uint32_t first;   ///< number of the register named `low`
  unsigned low, high;    ///< numbers in the names
  std::string_view stem; ///< "hpmcounter"
  std::string_view suffix;
};

constexpr Family kFamilies[] = {
    {0xc03, 3, 31, "hpmcounter", ""},  {0xc83, 3, 31, "hpmcounter", "h"},
    {0xb03, 3, 31, "mhpmcounter", ""}, {0xb83, 3, 31, "mhpmcounter", "h"},
    {0x323, 3, 31, "mhpmevent", ""},   {0x3a0, 0, 15, "pmpcfg", ""},
    {0x3b0, 0, 63, "pmpaddr", ""},
};

/// "mcycleh", "mstatush": what RV64 has in one register.
bool is_upper_half(std::string_view name) {
  return name.ends_with('h') && name != "mscratch";
}

std::string name_of(std::uint32_t number) {
  for (const Csr& csr : kCsrs)
    if (csr.number == number)
      return std::string(csr.name);
  for (const Family& family : kFamilies)
    if (number >= family.first && number - family.first <= family.high - family.low)
      return fmt::format("{}{}{}", family.stem, number - family.first + family.low, family.suffix);
  return {};
}

} // namespace

std::optional<std::uint32_t> csr_named(std::string_view name, unsigned xlen) {
  if (xlen == 64 && is_upper_half(name))
    return std::nullopt;
  for (const Csr& csr : kCsrs)
    if (csr.name == name)
      return csr.number;
  for (const Family& family : kFamilies) {
    if (!name.starts_with(family.stem) || !name.ends_with(family.suffix))
      continue;
    const std::string_view digits =
        name.substr(family.stem.size(), name.size() - family.stem.size() - family.suffix.size());
    unsigned number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error == std::errc() && end == digits.data() + digits.size() && number >= family.low &&
        number <= family.high && (digits.size() == 1 || digits[0] != '0'))
      return family.first + number - family.low;
  }
  return std::nullopt;
}

std::string csr_text(std::uint32_t number, unsigned xlen) {
  std::string name = name_of(number);
  if (name.empty() || (xlen == 64 && is_upper_half(name)))
    return fmt::format("{:#x}", number);
  return name;
}

} // namespace stallscope::isa::riscv
