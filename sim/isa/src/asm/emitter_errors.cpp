#include "asm/emitter.hpp"
#include "base/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::isa::assembly {

namespace {

std::string_view describe(char letter) {
  switch (letter) {
  case 'd':
  case 's':
  case 't':
    return "an integer register";
  case 'D':
  case 'S':
  case 'T':
    return "an FP register";
  case 'c':
    return "a condition flag, 0 to 7";
  case 'm':
  case 'M':
    return "a displacement and a base register";
  case 'x':
    return "an index register and a base register: $t1($t0)";
  case 'b':
  case 'j':
    return "a label";
  case 'a':
    return "an address";
  case 'o':
    return "0";
  case 'R':
    return "a real number";
  case 'C':
    return "a control and status register such as cycle or fcsr";
  case 'F':
    return "a set of i, o, r and w, or 0";
  case 'V':
    return "an FP register";
  case 'p':
    return "sp";
  case 'g':
    return "a base register in parentheses";
  case 'Z':
    return "a constant, 0 to 31";
  case 'r':
  case 'e':
    return "a rounding mode: rne, rtz, rdn, rup, rmm or dyn";
  default:
    return "a constant";
  }
}

} // namespace

std::string label_wanted(std::string_view name) {
  return fmt::format("a line '{}:', as the last one if the program is to end there", name);
}

std::string Emitter::form(const Row& row) const {
  std::string text = row.mnemonic;
  for (std::size_t i = 0; i < row.format.size(); ++i) {
    text += i == 0 ? " " : ", ";
    text += dialect_.operand_name(row.format[i]);
  }
  return text;
}

void Emitter::report_unknown(std::string_view mnemonic, const Place& place) {
  if (auto [extension, instead] = dialect_.missing_extension(mnemonic); !extension.empty()) {
    reporter_.error(place, fmt::format("'{}' is of {}, which is not there", mnemonic, extension),
                    std::move(instead));
    return;
  }
  std::string suggestion;
  if (reporter_.may_suggest(mnemonic_suggestions_))
    suggestion = nearest_word(mnemonic, dialect_.table().mnemonics());
  reporter_.error(place, fmt::format("unknown instruction '{}'", mnemonic),
                  "an instruction, a directive or a label with ':'", std::move(suggestion));
}

void Emitter::mismatch(std::string_view mnemonic, std::span<const Row* const> rows,
                       const std::vector<Operand>& operands, const Failure& failure) {
  if (failure.row == nullptr) {
    bool any = false;
    std::vector<std::string> forms;
    for (const Row* row : rows) {
      if (!available(*row))
        continue;
      any = true;
      if ((row->flags & kAbbreviated) != 0)
        continue;
      std::string text = form(*row);
      if (std::find(forms.begin(), forms.end(), text) == forms.end() && forms.size() < 4)
        forms.push_back(std::move(text));
    }
    if (!any && (rows.front()->flags & kCompressed & ~dialect_.flags()) != 0) {
      reporter_.error(place_, fmt::format("'{}' is compressed, and .option norvc is on", mnemonic),
                      "a line .option rvc before it");
      return;
    }
    if (!any) {
      const bool needs_64 = (rows.front()->flags & kOnly64) != 0;
      reporter_.error(
          place_,
          fmt::format("'{}' exists only with {}-bit registers", mnemonic, needs_64 ? 64 : 32),
          fmt::format("an instruction for {}-bit registers", dialect_.xlen()));
      return;
    }
    reporter_.error(place_,
                    operands.empty()
                        ? fmt::format("'{}' has no operands here", mnemonic)
                        : fmt::format("'{}' does not take {} operand{}", mnemonic, operands.size(),
                                      operands.size() == 1 ? "" : "s"),
                    fmt::format("{}", fmt::join(forms, " or ")));
    return;
  }
  const Operand& operand = operands[failure.operand];
  const Place& place = operand.place.column != 0 ? operand.place : place_;
  const char letter = failure.row->format[failure.operand];
  if (failure.fit == Fit::range) {
    const ImmediateRange range = dialect_.row_range(*failure.row, letter);
    reporter_.error(place, fmt::format("{} is out of range for '{}'", *operand.known, mnemonic),
                    fmt::format("{} to {}", range.low, range.high));
    return;
  }
  std::string expected = fmt::format("{} ({})", describe(letter), form(*failure.row));
  std::string suggestion;
  const bool wants_register = std::string_view("dstDSTV").find(letter) != std::string_view::npos;
  if (wants_register) {
    const bool fp = letter < 'a';
    expected = fmt::format("{} ({})", dialect_.register_example(fp), form(*failure.row));
    if (operand.kind == Operand::Kind::value && !operand.known &&
        reporter_.may_suggest(register_suggestions_))
      suggestion = suggest_register(dialect_, operand.text);
  }
  reporter_.error(
      place,
      fmt::format("operand {} of '{}' cannot be '{}'", failure.operand + 1, mnemonic, operand.text),
      std::move(expected), std::move(suggestion));
}

std::string Emitter::nearest_label(std::string_view name) const {
  std::vector<std::string_view> names;
  for (const auto& [defined, id] : symbols_.names())
    if (symbols_[id].kind != SymbolKind::undefined && !symbols_[id].undeclared)
      names.push_back(defined);
  // The order of the table is not defined; messages must not depend on it.
  std::sort(names.begin(), names.end());
  return std::string(nearest_word(name, names));
}

namespace {

/// A compiler's name for a constant or a place: .LC1, .LCPI0_1, $LC0. It is never a slip.
bool is_generated(std::string_view name) {
  return name.starts_with(".L") || name.starts_with("$L") || name.starts_with("$CPI");
}

} // namespace

bool Emitter::takes_for_memory(const Place& place) {
  constexpr unsigned kMostNames = 256;
  constexpr std::int64_t kFirstAddress = 0x30000000; // between heaps and stacks of all notations
  constexpr std::int64_t kApart = 1 << 20;
  if (!dialect_.completes_text() || symbols_.why() != ValueError::undefined ||
      undeclared_names_ == kMostNames)
    return false;
  SymbolEntry& symbol = symbols_[symbols_.culprit()];
  constexpr std::size_t kMistyped = 3; // shorter names are too similar to each other
  if (symbol.name.empty() || dialect_.register_named(symbol.name) ||
      (symbol.name.size() >= kMistyped && !is_generated(symbol.name) &&
       !nearest_label(symbol.name).empty()))
    return false;
  symbol.kind = SymbolKind::constant;
  symbol.expr = {0, 0, kFirstAddress + kApart * undeclared_names_++};
  symbol.undeclared = true;
  symbol.defined = place;
  reporter_.warning(place,
                    fmt::format("'{}' is not defined and taken for {:#x}, where no memory is "
                                "declared (--strict makes this an error)",
                                symbol.name, symbol.expr.constant));
  return true;
}

namespace {

/// Length of the longest common subsequence, case ignored.
std::size_t common_letters(std::string_view a, std::string_view b) {
  const std::string first = lower(a);
  const std::string second = lower(b);
  std::vector<std::size_t> before(second.size() + 1);
  for (const char c : first) {
    std::vector<std::size_t> row(second.size() + 1);
    for (std::size_t j = 0; j < second.size(); ++j)
      row[j + 1] = c == second[j] ? before[j] + 1 : std::max(before[j + 1], row[j]);
    before = std::move(row);
  }
  return before.back();
}

} // namespace

bool is_mistyped(std::string_view name, std::string_view near) {
  constexpr std::size_t kShort = 4; // of so few letters one may be wrong: Loop is not foo
  if (name.size() <= kShort && common_letters(name, near) + 1 < std::max(name.size(), near.size()))
    return false;
  const auto letters = [](std::string_view word) {
    std::string kept(word);
    std::erase_if(kept, [](char c) { return c >= '0' && c <= '9'; });
    return kept;
  };
  return !near.empty() && letters(near) != letters(name);
}

bool Emitter::takes_for_end(const Place& place) {
  if (!dialect_.completes_text() || reporter_.has_errors() ||
      symbols_.why() != ValueError::undefined)
    return false;
  SymbolEntry& symbol = symbols_[symbols_.culprit()];
  if (symbol.name.empty() || is_mistyped(symbol.name, nearest_label(symbol.name)))
    return false;
  symbol.kind = SymbolKind::constant;
  symbol.expr = {0, 0, static_cast<std::int64_t>(end_)};
  symbol.undeclared = true;
  symbol.defined = place;
  reporter_.warning(place, fmt::format("'{}' is not defined and taken for the end of the program: "
                                       "a branch to it ends the run (--strict makes this an error)",
                                       symbol.name));
  return true;
}

void Emitter::report_value(const Place& place, bool is_target) {
  const SymbolEntry& symbol = symbols_[symbols_.culprit()];
  switch (symbols_.why()) {
  case ValueError::undefined: {
    if (symbol.name.empty()) {
      reporter_.error(place, "there is no such numbered label",
                      "1b for one above, 1f for one below");
      return;
    }
    std::string suggestion;
    if (reporter_.may_suggest(label_suggestions_))
      suggestion = nearest_label(symbol.name);
    reporter_.error(place, fmt::format("'{}' is not defined", symbol.name),
                    is_target ? label_wanted(symbol.name)
                              : "a label or symbol of this file, a constant or a register",
                    std::move(suggestion));
    return;
  }
  case ValueError::zero_division:
    reporter_.error(place, "division by zero", "a divisor other than 0");
    return;
  case ValueError::circular:
    reporter_.error(place,
                    fmt::format("'{}' is defined through itself, or through more than {} others",
                                symbol.name, kMaxExpressionDepth));
    return;
  default:
    reporter_.error(place, "this depends on where sections lie, which is not known yet",
                    "a constant, or the distance of two labels of one section");
    return;
  }
}

} // namespace stallscope::isa::assembly
