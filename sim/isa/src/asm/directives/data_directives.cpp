#include "asm/assembler.hpp"
#include "asm/text/literals.hpp"

#include <fmt/format.h>

#include <bit>
#include <limits>

namespace stallscope::isa::assembly {

namespace {

/// With its words of 32 bits exchanged.
std::int64_t high_word_first(std::int64_t value) {
  return static_cast<std::int64_t>(std::rotl(static_cast<std::uint64_t>(value), 32));
}

} // namespace

bool Assembler::room(std::uint64_t bytes, const Place& place) {
  if (current().has_room(bytes))
    return true;
  reporter_.error(place, fmt::format("{} becomes too large", current().name()),
                  fmt::format("at most {} MiB", current().limit() >> 20));
  return false;
}

void Assembler::align(std::uint64_t bytes, const Place& place, std::uint8_t fill) {
  if (bytes <= 1)
    return;
  const std::uint64_t size = current().size();
  std::uint64_t gap = (bytes - size % bytes) % bytes;
  if (!room(gap, place))
    return;
  // In code: nops, so that it can be executed.
  const std::uint64_t unit = emitter_.ends_with_code() ? dialect_.code_alignment() : 4;
  if (section_ == kText && size % unit == 0 && gap % unit == 0) {
    emitter_.pad(gap, place);
    return;
  }
  if (section_ == kText) { // data up to a multiple of 4, then instructions
    const std::uint64_t odd = std::min((4 - size % 4) % 4, gap);
    current().skip(odd);
    emitter_.pad((gap - odd) / 4 * 4, place);
    return;
  }
  if (fill == 0) {
    current().skip(gap);
    return;
  }
  for (; gap > 0; --gap)
    current().append(fill, 1);
}

void Assembler::align_data(unsigned bytes, const Place& place) {
  const std::uint64_t before = current().size();
  const std::uint64_t gap = (bytes - before % bytes) % bytes;
  if (gap == 0)
    return;
  if (!room(gap, place))
    return;
  current().skip(gap);
  for (const SymbolId id : labels_here_) {
    SymbolEntry& entry = symbols_[id];
    if (entry.value.section == section_ && static_cast<std::uint64_t>(entry.value.number) == before)
      entry.value.number += static_cast<std::int64_t>(gap);
  }
}

void Assembler::align_power(const Tokens& tokens, std::size_t at) {
  const Place where = place(tokens[at]);
  const std::optional<std::int64_t> power = count(tokens, at, 16, "power of two to align to");
  std::optional<std::int64_t> fill = 0;
  if (power && comma(tokens, at) && !is(tokens[at], ','))
    fill = count(tokens, at, 255, "byte to fill with");
  if (power && fill && comma(tokens, at))
    (void)constant(tokens, at); // maximum number of bytes to skip: a hint for linkers
  if (!power || !fill || !finished(tokens, at))
    return;
  if (*power == 0 && dialect_.aligns_data()) {
    auto_align_ = false; // .align 0 of MIPS assemblers: data is packed until the section changes
    return;
  }
  align(1ULL << *power, where, static_cast<std::uint8_t>(*fill));
}

void Assembler::align_bytes(const Tokens& tokens, std::size_t at) {
  const Place where = place(tokens[at]);
  const std::optional<std::int64_t> bytes =
      count(tokens, at, kMaxAlignment, "number of bytes to align to");
  std::optional<std::int64_t> fill = 0;
  if (bytes && comma(tokens, at) && !is(tokens[at], ','))
    fill = count(tokens, at, 255, "byte to fill with");
  if (!bytes || !fill || !finished(tokens, at))
    return;
  if ((*bytes & (*bytes - 1)) != 0) {
    reporter_.error(where, fmt::format("cannot align to {} bytes", *bytes), "a power of two");
    return;
  }
  align(static_cast<std::uint64_t>(*bytes), where, static_cast<std::uint8_t>(*fill));
}

void Assembler::put(const std::optional<std::int64_t>& value, const Expr& expr, unsigned bytes,
                    const Place& place) {
  if (!room(bytes, place))
    return;
  labels_here_.clear();
  if (value) {
    const unsigned bits = bytes * 8;
    if (bytes < 8 && (*value < -(1LL << (bits - 1)) || *value >= (1LL << bits))) {
      reporter_.error(
          place, fmt::format("{} does not fit in {} byte{}", *value, bytes, bytes == 1 ? "" : "s"),
          fmt::format("{} to {}", -(1LL << (bits - 1)), (1LL << bits) - 1));
      return;
    }
    if (section_ == kBss && *value != 0) {
      reporter_.error(place, "a value in .bss, which holds zeros only", "a line .data before it");
      return;
    }
    current().append(static_cast<std::uint64_t>(*value), bytes);
    return;
  }
  if (section_ == kBss) {
    reporter_.error(place, "a value in .bss, which holds zeros only", "a line .data before it");
    return;
  }
  Section& section = current();
  Section::Chunk& chunk = section.open_chunk();
  fixups_.push_back(
      {section_, section.chunks().size() - 1, chunk.bytes.size(), bytes, expr, place});
  section.append(0, bytes);
}

/// The next value after a comma; in lenient mode a number may also follow a blank, as in MARS:
/// .word 1 2 3.
bool Assembler::next_value(const Tokens& tokens, std::size_t& at) {
  return comma(tokens, at) || (dialect_.is_lenient() && (tokens[at].kind == TokenKind::number ||
                                                         tokens[at].kind == TokenKind::real));
}

void Assembler::integers(const Tokens& tokens, std::size_t at, unsigned bytes) {
  if (dialect_.aligns_data() && auto_align_)
    align_data(bytes, place(tokens[at]));
  while (true) {
    const Place where = place(tokens[at]);
    const std::string_view digits = tokens[is(tokens[at], '-') ? at + 1 : at].text;
    const bool in_decimal = digits.find_first_of("xX") == std::string_view::npos;
    const std::optional<Expr> expr = expression(tokens, at);
    if (!expr)
      return;
    if (tokens[at].kind == TokenKind::identifier && dialect_.is_plain_relocation(tokens[at].text))
      ++at;
    std::optional<std::int64_t> value =
        expr->is_constant() ? std::optional(expr->constant) : std::nullopt;
    if (value && bytes == 8 && dialect_.puts_high_word_first(in_decimal))
      value = high_word_first(*value);
    std::uint64_t times = 1;
    if (is(tokens[at], ':')) { // 0:100 repeats, as in MARS and SPIM
      ++at;
      const std::optional<std::int64_t> repeat =
          count(tokens, at, kMaxSectionBytes / bytes, "number of repetitions");
      if (!repeat)
        return;
      times = static_cast<std::uint64_t>(*repeat);
    }
    if (value && section_ == kText && dialect_.is_prefix_in_code(*value, bytes))
      times = 0;
    if (!room(times * bytes, where))
      return;
    const std::size_t errors = reporter_.error_count();
    for (; times > 0 && reporter_.error_count() == errors; --times)
      put(value, *expr, bytes, where);
    if (!next_value(tokens, at))
      break;
  }
  (void)finished(tokens, at);
}

void Assembler::from_table(const Tokens& tokens, std::size_t at, unsigned bytes) {
  align_data(bytes, place(tokens[at]));
  do {
    const Place where = place(tokens[at]);
    const std::optional<Expr> expr = expression(tokens, at);
    if (!expr || !room(bytes, where))
      return;
    const std::size_t fixups = fixups_.size();
    put(std::nullopt, *expr, bytes, where);
    if (fixups_.size() > fixups)
      fixups_.back().kind = DataFixup::Kind::from_table;
  } while (comma(tokens, at));
  (void)finished(tokens, at);
}

std::optional<double> Assembler::real(const Tokens& tokens, std::size_t& at, bool single) {
  const bool negative = is(tokens[at], '-');
  if (negative || is(tokens[at], '+'))
    ++at;
  const Token& token = tokens[at];
  double value = 0;
  if (token.kind == TokenKind::real ||
      (token.kind == TokenKind::number && token.text.front() != '\'' &&
       token.text.find_first_of("xXbB") == std::string_view::npos)) {
    // A float is rounded once, directly from the text.
    value = single ? static_cast<double>(parse_float(token.text)) : parse_double(token.text);
  } else if (token.kind == TokenKind::number) {
    value = static_cast<double>(token.value);
  } else if (token.text == "inf" || token.text == "Inf" || token.text == "infinity") {
    value = std::numeric_limits<double>::infinity();
  } else if (token.text == "nan" || token.text == "NaN") {
    value = std::numeric_limits<double>::quiet_NaN();
  } else {
    reporter_.error(place(token),
                    token.kind == TokenKind::end ? "the line ends where a number is needed"
                                                 : fmt::format("'{}' is no number", token.text),
                    "a number such as 2.5");
    return std::nullopt;
  }
  ++at;
  return negative ? -value : value;
}

void Assembler::reals(const Tokens& tokens, std::size_t at, unsigned bytes) {
  if (dialect_.aligns_data() && auto_align_)
    align_data(bytes, place(tokens[at]));
  while (true) {
    const Place where = place(tokens[at]);
    const std::optional<double> value = real(tokens, at, bytes == 4);
    if (!value)
      return;
    std::uint64_t times = 1;
    if (is(tokens[at], ':')) {
      ++at;
      const std::optional<std::int64_t> repeat =
          count(tokens, at, kMaxSectionBytes / bytes, "number of repetitions");
      if (!repeat)
        return;
      times = static_cast<std::uint64_t>(*repeat);
    }
    if (!room(times * bytes, where))
      return;
    auto bits = static_cast<std::int64_t>(bytes == 4 ? bits_of(static_cast<float>(*value))
                                                     : bits_of(*value));
    if (bytes == 8 && dialect_.puts_high_word_first(false))
      bits = high_word_first(bits);
    const std::size_t errors = reporter_.error_count();
    for (; times > 0 && reporter_.error_count() == errors; --times)
      put(bits, {}, bytes, where);
    if (!next_value(tokens, at))
      break;
  }
  (void)finished(tokens, at);
}

void Assembler::strings(const Tokens& tokens, std::size_t at, bool terminated) {
  labels_here_.clear();
  std::string bytes;
  while (true) {
    const Token& token = tokens[at];
    if (token.kind != TokenKind::string) {
      reporter_.error(place(token),
                      token.kind == TokenKind::end ? "the line ends where a string is needed"
                                                   : fmt::format("'{}' is no string", token.text),
                      "text in double quotes");
      return;
    }
    bytes.clear();
    if (!string_bytes(token, line_, reporter_, bytes))
      return;
    if (terminated)
      bytes += '\0';
    if (!room(bytes.size(), place(token)))
      return;
    const std::size_t errors = reporter_.error_count();
    for (std::size_t i = 0; i < bytes.size() && reporter_.error_count() == errors; ++i)
      put(static_cast<unsigned char>(bytes[i]), {}, 1, place(token));
    ++at;
    if (!comma(tokens, at))
      break;
  }
  (void)finished(tokens, at);
}

void Assembler::data_space(const Tokens& tokens, std::size_t at) {
  const Place where = place(tokens[at]);
  const std::optional<std::int64_t> bytes = count(tokens, at, current().limit(), "number of bytes");
  std::optional<std::int64_t> fill = 0;
  if (bytes && comma(tokens, at))
    fill = count(tokens, at, 255, "byte to fill with");
  if (!bytes || !fill || !finished(tokens, at))
    return;
  const auto size = static_cast<std::uint64_t>(*bytes);
  if (!room(size, where))
    return;
  labels_here_.clear();
  if (*fill == 0) {
    current().skip(size);
    return;
  }
  const std::size_t errors = reporter_.error_count();
  for (std::uint64_t i = 0; i < size && reporter_.error_count() == errors; ++i)
    put(*fill, {}, 1, where);
}

void Assembler::data_fill(const Tokens& tokens, std::size_t at) {
  const Place where = place(tokens[at]);
  const std::optional<std::int64_t> times =
      count(tokens, at, current().limit(), "number of values");
  std::optional<std::int64_t> bytes = 1;
  std::optional<std::int64_t> value = 0;
  if (times && comma(tokens, at))
    bytes = count(tokens, at, 8, "number of bytes");
  if (times && bytes && comma(tokens, at))
    value = constant(tokens, at);
  if (!times || !bytes || !value || !finished(tokens, at))
    return;
  const auto width = static_cast<unsigned>(*bytes);
  if (!room(static_cast<std::uint64_t>(*times) * width, where))
    return;
  const std::size_t errors = reporter_.error_count();
  for (std::int64_t i = 0; width > 0 && i < *times && reporter_.error_count() == errors; ++i)
    put(width < 8 ? *value & ((1LL << (8 * width)) - 1) : *value, {}, width, where);
}

void Assembler::data_common(const Tokens& tokens, std::size_t at) {
  const std::optional<Token> name = name_token(tokens, at, "a name");
  if (!name)
    return;
  (void)comma(tokens, at); // MARS writes .extern name size
  const Place where = place(tokens[at]);
  const std::optional<std::int64_t> bytes = count(tokens, at, kMaxSectionBytes, "number of bytes");
  std::optional<std::int64_t> alignment = 8;
  if (bytes && comma(tokens, at))
    alignment = count(tokens, at, kMaxAlignment, "number of bytes to align to");
  if (!bytes || !alignment || !finished(tokens, at))
    return;
  const std::optional<SymbolId> id = symbols_.define(name->text, false);
  if (!id) {
    reporter_.error(place(*name),
                    fmt::format("'{}' is defined a second time; the first is in line {}",
                                name->text,
                                symbols_[*symbols_.find(name->text)].defined.line.line));
    return;
  }
  const SectionNumber before = section_;
  section_ = kBss;
  align(static_cast<std::uint64_t>(*alignment), where);
  SymbolEntry& entry = symbols_[*id];
  address_table_.note_global(name->text);
  entry.kind = SymbolKind::label;
  entry.value = here();
  entry.defined = place(*name);
  if (room(static_cast<std::uint64_t>(*bytes), where))
    current().skip(static_cast<std::uint64_t>(*bytes));
  section_ = before;
}

} // namespace stallscope::isa::assembly
