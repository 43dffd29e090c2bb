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
    {0x001, "fflags"},     {0x002, "frm"},           {0x003, "fcsr"},
    {0xc00, "cycle"},      {0xc01, "time"},          {0xc02, "instret"},
    {0xc80, "cycleh"},     {0xc81, "timeh"},         {0xc82, "instreth"},
    {0xf11, "mvendorid"},  {0xf12, "marchid"},       {0xf13, "mimpid"},
    {0xf14, "mhartid"},    {0xf15, "mconfigptr"},    {0x300, "mstatus"},
    {0x301, "misa"},       {0x302, "medeleg"},       {0x303, "mideleg"},
    {0x304, "mie"},        {0x305, "mtvec"},         {0x306, "mcounteren"},
    {0x310, "mstatush"},   {0x340, "mscratch"},      {0x341, "mepc"},
    {0x342, "mcause"},     {0x343, "mtval"},         {0x344, "mip"},
    {0x34a, "mtinst"},     {0x34b, "mtval2"},        {0x30a, "menvcfg"},
    {0x31a, "menvcfgh"},   {0x747, "mseccfg"},       {0x757, "mseccfgh"},
    {0xb00, "mcycle"},     {0xb02, "minstret"},      {0xb80, "mcycleh"},
    {0xb82, "minstreth"},  {0x320, "mcountinhibit"}, {0x7a0, "tselect"},
    {0x7a1, "tdata1"},     {0x7a2, "tdata2"},        {0x7a3, "tdata3"},
    {0x7b0, "dcsr"},       {0x7b1, "dpc"},           {0x7b2, "dscratch0"},
    {0x7b3, "dscratch1"},  {0x7a4, "tinfo"},         {0x7a5, "tcontrol"},
    {0x7a8, "mcontext"},   {0x312, "medelegh"},      {0x740, "mnscratch"},
    {0x741, "mnepc"},      {0x742, "mncause"},       {0x744, "mnstatus"},
    {0x30c, "mstateen0"},  {0x31c, "mstateen0h"},    {0x100, "sstatus"},
    {0x104, "sie"},        {0x105, "stvec"},         {0x106, "scounteren"},
    {0x10a, "senvcfg"},    {0x140, "sscratch"},      {0x141, "sepc"},
    {0x142, "scause"},     {0x143, "stval"},         {0x144, "sip"},
    {0x14d, "stimecmp"},   {0x15d, "stimecmph"},     {0x180, "satp"},
    {0xda0, "scountovf"},  {0x5a8, "scontext"},      {0x600, "hstatus"},
    {0x602, "hedeleg"},    {0x603, "hideleg"},       {0x604, "hie"},
    {0x606, "hcounteren"}, {0x643, "htval"},         {0x644, "hip"},
    {0x64a, "htinst"},     {0x680, "hgatp"},         {0x200, "vsstatus"},
    {0x204, "vsie"},       {0x205, "vstvec"},        {0x240, "vsscratch"},
    {0x241, "vsepc"},      {0x242, "vscause"},       {0x243, "vstval"},
    {0x244, "vsip"},       {0x280, "vsatp"},         {0x008, "vstart"},
    {0x009, "vxsat"},      {0x00a, "vxrm"},          {0x00f, "vcsr"},
    {0xc20, "vl"},         {0xc21, "vtype"},         {0xc22, "vlenb"},
    {0x015, "seed"},
};

/// CSRs whose names end with a number.
struct Family {
  std::uint32_t first;   ///< number of the register named `low`
  unsigned low, high;    ///< numbers in the names
  std::string_view stem; ///< "hpmcounter"
  std::string_view suffix;
};

constexpr Family kFamilies[] = {
    {0xc03, 3, 31, "hpmcounter", ""},  {0xc83, 3, 31, "hpmcounter", "h"},
    {0xb03, 3, 31, "mhpmcounter", ""}, {0xb83, 3, 31, "mhpmcounter", "h"},
    {0x323, 3, 31, "mhpmevent", ""},   {0x723, 3, 31, "mhpmevent", "h"},
    {0x3a0, 0, 15, "pmpcfg", ""},      {0x3b0, 0, 63, "pmpaddr", ""},
};

/// "mcycleh", "mstatush": upper halves, which RV64 has in the main register.
bool is_upper_half(std::string_view name) {
  return name.ends_with('h') && !name.ends_with("scratch");
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

std::string csr_name(std::uint32_t number) {
  return name_of(number);
}

std::string csr_text(std::uint32_t number, unsigned xlen) {
  std::string name = name_of(number);
  if (name.empty() || (xlen == 64 && is_upper_half(name)))
    return fmt::format("{:#x}", number);
  return name;
}

} // namespace stallscope::isa::riscv
