#include "loop_source/region_markers.hpp"

#include "base/ascii.hpp"
#include "base/number.hpp"
#include "base/trimmed.hpp"

#include <algorithm>
#include <initializer_list>
#include <span>

namespace stallscope::session {

namespace {

/// Removes and returns the first word of the text, with the space after it.
std::string_view next_word(std::string_view& text) {
  text = trimmed(text);
  std::size_t end = 0;
  while (end < text.size() && !is_blank(text[end]))
    ++end;
  const std::string_view word = text.substr(0, end);
  text = trimmed(text.substr(end));
  return word;
}

/// Removes and returns the text before the next comma, with the comma.
std::string_view next_operand(std::string_view& text) {
  const std::size_t comma = std::min(text.find(','), text.size());
  const std::string_view operand = trimmed(text.substr(0, comma));
  text.remove_prefix(std::min(comma + 1, text.size()));
  return operand;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::span<const std::uint64_t> bytes_of(MarkerKind kind) {
  static constexpr std::array<std::uint64_t, 3> kX86{100, 103, 144}; // fs addr32 nop
  static constexpr std::array<std::uint64_t, 4> kRiscv{19, 0, 0, 0}; // nop
  return kind == MarkerKind::riscv_bytes ? std::span<const std::uint64_t>(kRiscv)
                                         : std::span<const std::uint64_t>(kX86);
}

} // namespace

std::string_view name(MarkerKind kind, bool begins) {
  switch (kind) {
  case MarkerKind::llvm_mca:
    return begins ? "LLVM-MCA-BEGIN" : "LLVM-MCA-END";
  case MarkerKind::osaca:
    return begins ? "OSACA-BEGIN" : "OSACA-END";
  case MarkerKind::stallscope:
    return begins ? "stallscope: begin" : "stallscope: end";
  case MarkerKind::x86_bytes:
    return begins ? "IACA's start bytes" : "IACA's end bytes";
  case MarkerKind::riscv_bytes:
    return begins ? "OSACA's start bytes" : "OSACA's end bytes";
  }
  return {};
}

namespace {

/// The text that an asm statement of C passes to the assembler: `__asm volatile("# LLVM-MCA-BEGIN"
/// ...);`. Empty for other lines.
std::string_view asm_text(std::string_view line) {
  const auto take = [&line](std::initializer_list<std::string_view> words) {
    for (const std::string_view word : words)
      if (line.starts_with(word)) {
        line = trimmed(line.substr(word.size()));
        return true;
      }
    return false;
  };
  if (!take({"__asm__", "__asm", "asm"}))
    return {};
  while (take({"__volatile__", "__volatile", "volatile"})) {
  }
  if (!take({"("}) || !take({"\""}))
    return {};
  std::string_view text = line.substr(0, line.find('"'));
  for (const std::string_view end : {"\\n\\t", "\\n"}) // escaped ends of the line
    if (text.ends_with(end))
      text.remove_suffix(end.size());
  return text;
}

} // namespace

CommentMarker comment_marker(std::string_view line) {
  const std::string_view all = line;
  line = trimmed(line);
  const auto column = static_cast<std::uint32_t>(line.data() - all.data() + 1);
  if (const std::string_view text = asm_text(line); !text.empty())
    line = trimmed(text);
  bool comment = false;
  for (const std::string_view sign : {"//", "/*", "#", ";", "!"})
    if (line.starts_with(sign)) {
      line.remove_prefix(sign.size());
      comment = true;
      break;
    }
  if (!comment)
    return {};
  line = trimmed(line.substr(0, line.find("*/")));
  std::string word = lower(next_word(line));
  constexpr std::string_view kOwn = "stallscope:";
  if (word == kOwn)
    word += " " + lower(next_word(line));
  else if (word.starts_with(kOwn)) // without a blank
    word.insert(kOwn.size(), " ");
  for (const MarkerKind kind : {MarkerKind::llvm_mca, MarkerKind::osaca, MarkerKind::stallscope})
    for (const Mark mark : {Mark::begin, Mark::end})
      if (word == lower(name(kind, mark == Mark::begin)))
        return {mark, kind, std::string(trimmed(line)), column};
  return {};
}

CommentMarker misplaced_marker(std::string_view line) {
  const std::string words = lower(line);
  for (const std::string_view word : {"llvm-mca-", "osaca-", "stallscope:"}) {
    const std::size_t found = words.find(word);
    if (found == std::string::npos || found == 0)
      continue;
    const std::string_view before = trimmed(line.substr(0, found));
    std::size_t sign = before.size(); // index at which the comment begins
    while (sign > 0 && std::string_view("#/*;!").find(before[sign - 1]) != std::string_view::npos)
      --sign;
    const auto quotes =
        std::count(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(sign), '"');
    const bool in_asm = words.find("asm") < found;
    if (sign == 0 || sign == before.size() || (quotes % 2 != 0 && !in_asm)) // or in a string
      continue;
    const auto at = static_cast<std::size_t>(before.data() - line.data()) + sign;
    const std::string_view comment = line.substr(at);
    CommentMarker marker =
        comment_marker(quotes % 2 != 0 ? comment.substr(0, comment.find('"')) : comment);
    if (marker.mark == Mark::none)
      continue;
    marker.column += static_cast<std::uint32_t>(at);
    return marker;
  }
  return {};
}

Mark ByteMarkers::statement(std::string_view text, Place place) {
  text = trimmed(text);
  if (text.empty())
    return Mark::none;
  if (const Mark mark = constant(text); mark != Mark::none) {
    pending_ = mark;
    begin_ = place;
    taken_ = 0;
    return Mark::none;
  }
  if (pending_ == Mark::none || !take_bytes(text)) {
    pending_ = Mark::none;
    return Mark::none;
  }
  if (taken_ < bytes_of(kind_).size())
    return Mark::none;
  const Mark done = pending_;
  pending_ = Mark::none;
  return done;
}

/// movl $111, %ebx; mov ebx, 111; li a1, 111; addi a1, zero, 111
Mark ByteMarkers::constant(std::string_view text) {
  const std::string mnemonic = lower(next_word(text));
  const std::string first = lower(next_operand(text));
  std::string second = lower(next_operand(text));
  std::string_view value;
  if (mnemonic == "movl" || mnemonic == "mov") {
    kind_ = MarkerKind::x86_bytes;
    if (first.starts_with('$') && second == "%ebx")
      value = std::string_view(first).substr(1);
    else if (first == "ebx")
      value = second;
  } else if (is_one_of(first, {"a1", "x11"})) {
    kind_ = MarkerKind::riscv_bytes;
    if (mnemonic == "addi" && is_one_of(second, {"zero", "x0"}))
      value = second = lower(next_operand(text));
    else if (mnemonic == "li")
      value = second;
  }
  if (!trimmed(text).empty())
    return Mark::none;
  const auto number = parse_number(value);
  return number == 111U ? Mark::begin : number == 222U ? Mark::end : Mark::none;
}

/// .byte 100, 103, 144, all or a part of them, in order; fs addr32 nop is equivalent.
bool ByteMarkers::take_bytes(std::string_view text) {
  const std::span<const std::uint64_t> bytes = bytes_of(kind_);
  const std::string directive = lower(next_word(text));
  if (directive == "fs" && kind_ == MarkerKind::x86_bytes && taken_ == 0) {
    std::string_view rest = text;
    taken_ = bytes.size();
    return next_word(rest) == "addr32" && next_word(rest) == "nop";
  }
  if (!is_one_of(directive, {".byte", "db"}))
    return false;
  while (taken_ < bytes.size() && !text.empty())
    if (parse_number(lower(next_operand(text))) != bytes[taken_++])
      return false;
  return trimmed(text).empty();
}

} // namespace stallscope::session
