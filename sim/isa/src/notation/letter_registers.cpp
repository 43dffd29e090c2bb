#include "notation/letter_registers.hpp"

#include "asm/text/token.hpp"
#include "base/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace stallscope::isa {

namespace {

/// Rx, RX, Fd, Rs1
bool is_letter_name(std::string_view word) {
  return (word.size() == 2 || (word.size() == 3 && is_digit(word[2]))) &&
         (word[0] == 'R' || word[0] == 'F') && is_letter(word[1]);
}

/// Calls `use` with each word of `line` and its begin and end.
template <class Use> void for_each_word(std::string_view line, const Use& use) {
  for (std::size_t at = 0; at < line.size();) {
    std::size_t to = at;
    while (to < line.size() && assembly::is_word(line[to]))
      ++to;
    if (to > at)
      use(line.substr(at, to - at), at, to);
    at = std::max(to, at + 1);
  }
}

std::string_view line_at(std::string_view text, std::size_t at) {
  std::string_view line = text.substr(at, text.find('\n', at) - at);
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

} // namespace

LetterRegisters::LetterRegisters(std::string_view text,
                                 const std::function<std::optional<RegId>(std::string_view)>& named,
                                 std::span<const RegId> integers, std::span<const RegId> fps) {
  std::set<RegId> taken;
  std::set<std::string_view> labels;
  std::uint32_t number = 0;
  for (std::size_t at = 0; at < text.size();
       at = std::min(text.find('\n', at), text.size() - 1) + 1) {
    const std::string_view line = line_at(text, at);
    ++number;
    for_each_word(line, [&](std::string_view word, std::size_t from, std::size_t to) {
      if (const auto reg = named(word)) {
        taken.insert(*reg);
        return;
      }
      if (!is_letter_name(word))
        return;
      if (to < line.size() && (line[to] == ':' || line[to] == '='))
        labels.insert(word);
      if (std::none_of(all_.begin(), all_.end(),
                       [&](const Named& one) { return one.name == word; }))
        all_.push_back({std::string(word), 0, false, number, static_cast<std::uint32_t>(from + 1),
                        std::string(line)});
    });
  }
  std::erase_if(all_, [&](const Named& one) { return labels.count(one.name) != 0; });
  for (Named& one : all_) {
    const std::span<const RegId> choice = one.name[0] == 'F' ? fps : integers;
    const auto free = std::find_if(choice.begin(), choice.end(),
                                   [&](RegId reg) { return taken.count(reg) == 0; });
    if (free == choice.end())
      continue;
    one.reg = *free;
    taken.insert(*free);
  }
  std::erase_if(all_, [](const Named& one) { return one.reg == 0; });
}

std::optional<RegId> LetterRegisters::find(std::string_view name) {
  const auto found =
      std::find_if(all_.begin(), all_.end(), [&](const Named& one) { return one.name == name; });
  if (found == all_.end())
    return std::nullopt;
  found->is_used = true;
  return found->reg;
}

std::string_view LetterRegisters::name_of(RegId reg) const {
  const auto found = std::find_if(all_.begin(), all_.end(),
                                  [&](const Named& one) { return one.reg == reg && one.is_used; });
  return found == all_.end() ? std::string_view() : std::string_view(found->name);
}

void LetterRegisters::add_notes(std::string_view file, Diagnostics& said,
                                const std::function<std::string_view(RegId)>& text_of) const {
  std::string names;
  const Named* first = nullptr;
  for (const Named& one : all_) {
    if (!one.is_used)
      continue;
    names += fmt::format("{}'{}' is taken for {}", first == nullptr ? "" : ", ", one.name,
                         text_of(one.reg));
    first = first == nullptr ? &one : first;
  }
  if (first == nullptr)
    return;
  Diagnostic d;
  d.severity = Severity::note;
  d.file = std::string(file);
  d.line = first->line;
  d.column = first->column;
  d.length = static_cast<std::uint32_t>(first->name.size());
  d.source_line = first->source_line;
  d.message = names + ", which the text does not use otherwise";
  said.push_back(std::move(d));
}

} // namespace stallscope::isa
