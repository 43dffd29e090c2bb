#include "asm/assembler.hpp"
#include "asm/libgcc.hpp"
#include "base/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace stallscope::isa::assembly {

namespace {

/// Functions that end the program when called.
Dialect::Ending ending_of(std::string_view name) {
  static constexpr std::array<std::string_view, 4> kExits{"exit", "_exit", "_Exit", "quick_exit"};
  static constexpr std::array<std::string_view, 10> kAborts{"abort",
                                                            "__stack_chk_fail",
                                                            "__stack_chk_fail_local",
                                                            "__assert_fail",
                                                            "__cxa_throw",
                                                            "__cxa_rethrow",
                                                            "__cxa_bad_cast",
                                                            "_ZSt9terminatev",
                                                            "std::terminate()",
                                                            "__cxa_throw_bad_array_new_length"};
  if (std::find(kExits.begin(), kExits.end(), name) != kExits.end())
    return Dialect::Ending::exits;
  if (std::find(kAborts.begin(), kAborts.end(), name) != kAborts.end())
    return Dialect::Ending::aborts;
  return Dialect::Ending::returns;
}

/// Functions with well-known results; the reader is told that they are replaced here.
bool is_of_c_library(std::string_view name) {
  static constexpr std::array<std::string_view, 48> kNames{
      "printf",  "puts",    "putchar", "fprintf", "sprintf", "snprintf", "scanf",   "sscanf",
      "fscanf",  "getchar", "gets",    "fgets",   "fputs",   "fputc",    "putc",    "getc",
      "fopen",   "fclose",  "fread",   "fwrite",  "malloc",  "calloc",   "realloc", "free",
      "memset",  "memcpy",  "memmove", "memcmp",  "strlen",  "strcmp",   "strcpy",  "strncmp",
      "strncpy", "strcat",  "strchr",  "strtol",  "atoi",    "atof",     "rand",    "srand",
      "time",    "clock",   "sqrt",    "pow",     "exp",     "sin",      "cos",     "qsort"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

/// A C++ function, as compilers mangle it or as Compiler Explorer shows it.
bool is_name_of_cpp(std::string_view name) {
  return name.starts_with("_Z") || name.find('(') != std::string_view::npos;
}

/// A name of a place within a function rather than of a function: the end of a loop, for example.
bool is_name_of_place(std::string_view name) {
  static constexpr std::array<std::string_view, 16> kWords{
      "exit", "end",  "done", "out",  "stop", "halt",  "fin",  "quit",
      "ret",  "loop", "next", "skip", "else", "label", "then", "break"};
  const std::string word = lower(name);
  if (word.front() == '.' || word.front() == '$')
    return true;
  if (word.front() == 'l' && std::all_of(word.begin() + 1, word.end(),
                                         [](char c) { return (c >= '0' && c <= '9') || c == '_'; }))
    return true;
  return std::any_of(kWords.begin(), kWords.end(),
                     [&word](std::string_view one) { return word.find(one) != std::string::npos; });
}

} // namespace

std::optional<Transfer> Dialect::transfer_of(const Pending& pending) const {
  const Fields& fields = pending.fields;
  const Op op = pending.row->op;
  const bool always = op == Op::beq && fields.rs1 == fields.rs2; // mips: b
  if (!fields.has_target || (op != Op::jump_link && op != Op::jump && !always))
    return std::nullopt;
  const std::size_t column = pending.place.column;
  const std::string_view line = pending.place.line.text;
  const bool is_tail = column > 0 && column <= line.size() &&
                       lower(line.substr(column - 1, 5)).starts_with("tail"); // riscv
  const bool discards = has_machine_code() && fields.rd == 0;                 // jal x0
  return Transfer{fields.target, fields.target_place,
                  is_tail || (op == Op::jump_link && !discards)};
}

/// If only its delay slot follows, or a label that no compiler generates, the code after it cannot
/// be reached by falling through, so the jump is the last instruction of its function.
bool Assembler::is_last_of_function(const Pending& jump) const {
  const bool has_slot = (dialect_.flags() & kDelaySlot) != 0;
  const std::uint64_t behind = jump.offset + jump.row->size + (has_slot ? jump.row->size : 0);
  if (emitter_.pending().back().offset < behind)
    return true;
  return std::any_of(symbols_.names().begin(), symbols_.names().end(), [&](const auto& named) {
    const SymbolEntry& entry = symbols_[named.second];
    return entry.kind == SymbolKind::label && entry.value.section == kText &&
           entry.value.number == static_cast<std::int64_t>(behind) && !is_name_of_place(entry.name);
  });
}

/// In the order of the calls. A jump counts as a call if its target is called elsewhere or is a C++
/// name, or if the jump ends a function; any other jump leads to the end of the program
/// (Emitter::takes_for_end).
std::vector<SymbolId> Assembler::absent_functions() const {
  // Shorter names are too similar to each other; a jump more often goes to a label.
  constexpr std::size_t kMistypedCall = 5;
  constexpr std::size_t kMistypedJump = 2;
  std::vector<SymbolId> functions;
  for (const AddressTable::Entry& called : address_table_.entries()) {
    const auto symbol = symbols_.sole_symbol(called.value);
    if (address_table_.is_function(called) && symbols_[*symbol].kind == SymbolKind::undefined &&
        !dialect_.knows_function(symbols_[*symbol].name) &&
        std::find(functions.begin(), functions.end(), *symbol) == functions.end())
      functions.push_back(*symbol);
  }
  for (const bool calls : {true, false})
    for (const Pending& pending : emitter_.pending()) {
      const std::optional<Transfer> transfer = dialect_.transfer_of(pending);
      const auto symbol = transfer ? symbols_.sole_symbol(transfer->target) : std::nullopt;
      if (!symbol || transfer->calls != calls)
        continue;
      const SymbolEntry& entry = symbols_[*symbol];
      if (entry.kind != SymbolKind::undefined || entry.name.empty() ||
          dialect_.knows_function(entry.name) ||
          (!calls && !is_name_of_cpp(entry.name) &&
           (is_name_of_place(entry.name) || !is_last_of_function(pending))) ||
          (entry.name.size() >= (calls ? kMistypedCall : kMistypedJump) &&
           is_mistyped(entry.name, emitter_.nearest_label(entry.name))) ||
          std::find(functions.begin(), functions.end(), *symbol) != functions.end())
        continue;
      functions.push_back(*symbol);
    }
  return functions;
}

void Assembler::warn_of_absent_functions(const std::vector<SymbolId>& functions) {
  constexpr std::size_t kMostSaid = 8;
  for (std::size_t i = 0; i < std::min(functions.size(), kMostSaid); ++i) {
    const SymbolEntry& entry = symbols_[functions[i]];
    const bool of_library = is_of_c_library(entry.name);
    const bool rest = i + 1 == kMostSaid && functions.size() > kMostSaid;
    const std::string like = dialect_.function_like(entry.name);
    const char* taken = ending_of(entry.name) == Dialect::Ending::returns
                            ? "a function that does nothing and returns 0 at once"
                            : "a function that ends the run";
    reporter_.warning(
        entry.defined,
        fmt::format("'{}'{} is not in the text{} and taken for {}{} (--strict makes this an error)",
                    entry.name, of_library ? " of the C library" : "",
                    rest ? fmt::format(", nor are {} others,", functions.size() - kMostSaid) : "",
                    taken, like.empty() ? "" : fmt::format("; '{}' is there", like)));
  }
}

void Assembler::find_end_of_own_text() {
  const auto found = symbols_.names().find(kLibraryLabel);
  if (found == symbols_.names().end())
    return;
  const SymbolEntry& entry = symbols_[found->second];
  if (entry.kind == SymbolKind::label && entry.value.section == kText)
    own_text_bytes_ = static_cast<std::uint64_t>(entry.value.number);
}

void Assembler::add_absent_functions() {
  find_end_of_own_text();
  if (!dialect_.adds_functions() || reporter_.has_errors() || emitter_.out_of_room())
    return;
  const std::vector<SymbolId> functions = absent_functions();
  if (functions.empty())
    return;
  Section& text = sections_[kText];
  if (!own_text_bytes_)
    own_text_bytes_ = text.size();
  // A gap, so that what falls off the end of the text arrives at no function.
  constexpr std::uint64_t kGap = 4;
  text.skip((text.size() + kGap - 1) / kGap * kGap + kGap - text.size());
  std::vector<Place> called(symbols_.count());
  for (const Pending& pending : emitter_.pending())
    if (const auto transfer = dialect_.transfer_of(pending))
      if (const auto symbol = symbols_.sole_symbol(transfer->target);
          symbol && called[*symbol].column == 0)
        called[*symbol] = transfer->place;
  for (const AddressTable::Entry& entry : address_table_.entries())
    if (const auto symbol = symbols_.sole_symbol(entry.value);
        symbol && called[*symbol].column == 0)
      called[*symbol] = entry.place;
  for (const SymbolId function : functions) {
    SymbolEntry& entry = symbols_[function];
    entry.kind = SymbolKind::label;
    entry.value = {static_cast<std::int64_t>(text.size()), kText};
    entry.is_code = true;
    entry.defined = called[function];
    emitter_.set_place(entry.defined);
    dialect_.append_absent_function(emitter_, entry.defined, ending_of(entry.name), text_);
  }
  warn_of_absent_functions(functions);
}

} // namespace stallscope::isa::assembly
