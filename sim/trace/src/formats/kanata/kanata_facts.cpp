#include "formats/kanata/kanata_facts.hpp"

#include "formats/kanata/kanata.hpp"
#include "formats/trace_text.hpp"

#include <limits>

namespace stallscope::trace {

namespace {

/// The rest of the line after `lead`, if the line begins with `lead`.
std::optional<std::string_view> behind(std::string_view line, std::string_view lead) {
  if (line.substr(0, lead.size()) != lead)
    return std::nullopt;
  return line.substr(lead.size());
}

bool number_behind(std::string_view line, std::string_view lead, std::uint64_t& number,
                   int base = 10) {
  const auto digits = behind(line, lead);
  return digits && parse_number(*digits, number, base);
}

/// "line 12" or "line 12 of sort.c".
bool read_place(std::string_view line, KanataFacts& to) {
  const auto place = behind(line, kanata::kLine);
  if (!place)
    return false;
  const std::size_t of = place->find(kanata::kLineOf);
  std::uint64_t number = 0;
  if (!parse_number(place->substr(0, of), number) || number == 0 ||
      number > std::numeric_limits<std::uint32_t>::max())
    return false;
  to.facts.line = static_cast<std::uint32_t>(number);
  to.file = of == std::string_view::npos ? std::string()
                                         : std::string(place->substr(of + kanata::kLineOf.size()));
  return true;
}

/// Interprets the line as a fact; false when it is not one.
bool read_fact(std::string_view line, KanataFacts& to) {
  std::uint64_t number = 0;
  if (number_behind(line, kanata::kPc, number, 16))
    to.facts.pc = number;
  else if (number_behind(line, kanata::kPart, number) && number > 1 && number <= 256)
    to.facts.part = static_cast<std::uint8_t>(number - 1);
  else if (line == kanata::kFused)
    to.facts.fused = true;
  else if (line == kanata::kWrongPath)
    to.facts.wrong_path = true;
  else if (number_behind(line, kanata::kStored, number) && number > 0)
    to.facts.stored = Cycle{number};
  else if (number_behind(line, kanata::kDiscardedBy, number) && number > 0)
    to.discarded_by = OpId{number};
  else
    return read_place(line, to);
  return true;
}

} // namespace

void KanataFacts::clear() {
  text.clear();
  file.clear();
  note.clear();
  facts = {};
  discarded_by = {};
}

void KanataFacts::read_tooltip(std::string_view label) {
  std::string rest;
  bool any_rest = false;
  bool any_fact = false;
  const std::string text_of_label = unescaped(label);
  std::string_view left = text_of_label;
  while (true) {
    const std::size_t end = left.find('\n');
    const std::string_view line = left.substr(0, end);
    if (read_fact(line, *this)) {
      any_fact = true;
    } else {
      if (any_rest)
        rest += '\n';
      rest += line;
      any_rest = true;
    }
    if (end == std::string_view::npos)
      break;
    left.remove_prefix(end + 1);
  }
  note += any_fact ? rest : text_of_label;
}

OpFacts KanataFacts::op_facts() const {
  OpFacts made = facts;
  made.text = text;
  made.file = file;
  made.note = note;
  return made;
}

std::string unescaped(std::string_view label) {
  std::string text;
  text.reserve(label.size());
  for (std::size_t i = 0; i < label.size(); ++i)
    if (label[i] == '\\' && i + 1 < label.size() && label[i + 1] == 'n') {
      text += '\n';
      ++i;
    } else {
      text += label[i];
    }
  return text;
}

bool read_stall_label(std::string_view label, StallLabel& read) {
  std::string_view rest = label;
  if (rest.substr(0, kanata::kFrom.size()) != kanata::kFrom) {
    read.reg = next_field(rest, ' ');
    if (read.reg.empty())
      return false;
    if (rest.empty())
      return read.reg.size() == label.size();
  }
  std::uint64_t number = 0;
  if (!number_behind(rest, kanata::kFrom, number) || number == 0)
    return false;
  read.culprit = OpId{number};
  return true;
}

} // namespace stallscope::trace
