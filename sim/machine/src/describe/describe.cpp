#include "base/diagnostic.hpp"
#include "keys/keys.hpp"
#include "keys/op_classes.hpp"
#include "machine/machine_file.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace stallscope::machine {

namespace {

constexpr std::size_t kColumns = 96;

/// Wraps text to kColumns, each line indented.
std::string wrapped(std::string_view text, std::size_t indent) {
  std::string out;
  std::string line(indent, ' ');
  bool empty = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (!empty && line.size() + 1 + word.size() > kColumns) {
      out += line + '\n';
      line.assign(indent, ' ');
      empty = true;
    }
    if (!empty)
      line += ' ';
    line += word;
    empty = false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out + line + '\n';
}

std::string_view section_of(std::string_view key) {
  const std::size_t dot = key.find('.');
  return dot == std::string_view::npos ? std::string_view() : key.substr(0, dot);
}

constexpr std::string_view kListOfTables = "list of tables ([[";

/// The kind of machines an entry applies to; empty: all.
std::string only(std::string_view kind) {
  return kind == kAnyKind ? std::string() : fmt::format(" only kind = \"{}\"", kind);
}

constexpr std::string_view kHead =
    "Keys of a machine file (TOML). --set KEY=VALUE overrides one. In a list of tables "
    "([[unit]],\n"
    "[[cache]], [[port]], [[station]], pipeline.stages) the table's name stands behind the "
    "list's:\n"
    "  --set unit.div.latency=37      --set unit.core.latencies.divide=37      "
    "--set cache.L1D.ways=4\n"
    "and where tables have no names ([[bypass]], [[issue.latency]]) their number, from 0:\n"
    "  --set bypass.0.cycles=2\n"
    "'stallscope machines NAME --settings' lists all of a machine, as they are.\n";

std::string heading(std::string_view section, bool is_list) {
  if (section.empty())
    return "\nat the head of the file\n";
  const std::string kind = only(kind_of_table(section));
  return is_list ? fmt::format("\n[[{}]]{}\n", section, kind)
                 : fmt::format("\n[{}]{}\n", section, kind);
}

/// Type, range, unit, default and meaning.
std::string description(const KeyInfo& key, std::string_view section) {
  std::string facts(key.type);
  if (key.range != "-")
    facts += fmt::format("; {}", key.range);
  if (key.unit != "-")
    facts += fmt::format("; in {}", key.unit);
  facts +=
      key.default_value == "-" ? "; must be given" : fmt::format("; default {}", key.default_value);
  if (!section.empty() && key.kind != kind_of_table(section))
    facts += fmt::format(";{}", only(key.kind));
  return fmt::format("  {}\n", key.name) + wrapped(facts, 6) + wrapped(key.meaning, 6);
}

/// Operation classes, their refinements and the groups of them.
std::string class_lists() {
  std::vector<std::string_view> classes;
  std::vector<std::string> refinements;
  for (std::size_t i = 0; i < kOpClassCount; ++i) {
    const auto c = static_cast<OpClass>(i);
    classes.push_back(isa::name(c));
    if (isa::base_of(c) != c)
      refinements.push_back(fmt::format("{} (of {})", isa::name(c), isa::name(isa::base_of(c))));
  }
  std::string out =
      "\nOperation classes\n" + wrapped(fmt::format("{}", fmt::join(classes, ", ")), 6);
  out +=
      "\nRefinements: what is said of a class holds for them, unless they are named themselves\n" +
      wrapped(fmt::format("{}", fmt::join(refinements, ", ")), 6);
  out += "\nGroups, usable wherever a class is\n";
  for (const OpGroup& group : op_groups()) {
    std::vector<std::string_view> names;
    for (const OpClass c : group.classes)
      names.push_back(isa::name(c));
    out += wrapped(fmt::format("{}: {}", group.name,
                               names.size() == kOpClassCount
                                   ? std::string("every class")
                                   : fmt::format("{}", fmt::join(names, ", "))),
                   6);
  }
  return out;
}

} // namespace

namespace {

/// The keys for which `shown` holds, with headings of their sections.
template <class Shown> std::string listed(Shown shown) {
  std::string out;
  std::string_view section = "-";
  for (const KeyInfo& key : machine_keys()) {
    if (!shown(key.name))
      continue;
    // Lists of tables ([[unit]]) are keys themselves, followed by the keys of their entries.
    const bool is_list = key.name.find('.') == std::string_view::npos &&
                         key.type.substr(0, kListOfTables.size()) == kListOfTables;
    const std::string_view its_section = is_list ? key.name : section_of(key.name);
    if (its_section != section) {
      section = its_section;
      out += heading(section, is_list);
    }
    out += description(key, section);
  }
  return out;
}

} // namespace

std::string describe_keys() {
  return std::string(kHead) + listed([](std::string_view) { return true; }) + class_lists();
}

Result<std::string> describe_keys(std::string_view key_or_section) {
  const std::string inside = fmt::format("{}.", key_or_section);
  const std::string out = listed([&](std::string_view key) {
    return key == key_or_section || key.substr(0, inside.size()) == inside;
  });
  if (!out.empty())
    return out.substr(out.find_first_not_of('\n'));
  std::vector<std::string_view> names;
  for (const KeyInfo& key : machine_keys())
    names.push_back(key.name);
  Diagnostic problem;
  problem.message = fmt::format("'{}' is no key and no section of a machine file", key_or_section);
  problem.expected = "a key such as branch.predictor, or a section such as branch";
  problem.suggestion = nearest_word(key_or_section, names);
  return problem;
}

} // namespace stallscope::machine
