#include "experiment/table_reader.hpp"

#include "base/byte_size.hpp"
#include "experiment/compiler_words.hpp"

#include <fmt/format.h>

namespace stallscope::sweep {

using machine::Member;
using machine::Value;

TableReader::TableReader(const Value& table, std::string what,
                         const std::vector<std::string_view>& known, machine::Report& report)
    : table_(table), what_(std::move(what)), report_(report) {
  for (const Member& member : table.members)
    if (std::find(known.begin(), known.end(), member.name) == known.end())
      report.unknown(member.place,
                     fmt::format("unknown key {} {}", machine::in_quotes(member.name), what_),
                     "one of " + machine::joined(known), member.name, known);
}

const Value* TableReader::find(std::string_view key) const {
  const Member* member = table_.find(key);
  return member == nullptr ? nullptr : &member->value;
}

void TableReader::wrong(std::string_view key, std::string_view expected) const {
  const Value* value = find(key);
  report_.error(value->place, fmt::format("'{}' is {}", key, machine::shown(*value)),
                std::string(expected));
}

std::optional<std::string> TableReader::text(std::string_view key) const {
  const Value* value = find(key);
  if (value == nullptr)
    return std::nullopt;
  if (value->kind == Value::Kind::text && value->text.find('\0') == std::string::npos)
    return value->text;
  wrong(key, "a string");
  return std::nullopt;
}

std::string TableReader::needed_text(std::string_view key, std::string_view example) const {
  const Value* value = find(key);
  if (value == nullptr)
    report_.error(table_.place, fmt::format("'{}' is missing {}", key, what_),
                  std::string(example));
  else if (value->kind == Value::Kind::text && value->text.empty())
    report_.error(value->place, fmt::format("'{}' is empty", key), std::string(example));
  return text(key).value_or("");
}

std::optional<std::uint64_t> TableReader::integer(std::string_view key, std::uint64_t least,
                                                  std::uint64_t most) const {
  const Value* value = find(key);
  if (value == nullptr)
    return std::nullopt;
  if (value->kind == Value::Kind::integer && value->integer >= 0 &&
      static_cast<std::uint64_t>(value->integer) >= least &&
      static_cast<std::uint64_t>(value->integer) <= most)
    return static_cast<std::uint64_t>(value->integer);
  wrong(key, fmt::format("a whole number from {} to {}", least, most));
  return std::nullopt;
}

std::optional<double> TableReader::number(std::string_view key, double least) const {
  const Value* value = find(key);
  if (value == nullptr)
    return std::nullopt;
  const bool whole = value->kind == Value::Kind::integer;
  const double found = whole ? static_cast<double>(value->integer) : value->real;
  if ((whole || value->kind == Value::Kind::real) && found >= least && found < 1e18)
    return found;
  wrong(key, fmt::format("a number from {} on", least));
  return std::nullopt;
}

std::optional<bool> TableReader::boolean(std::string_view key) const {
  const Value* value = find(key);
  if (value == nullptr)
    return std::nullopt;
  if (value->kind == Value::Kind::boolean)
    return value->boolean;
  wrong(key, "true or false");
  return std::nullopt;
}

std::vector<TableReader::Word> TableReader::words(std::string_view key) const {
  const Value* value = find(key);
  std::vector<Word> words;
  if (value == nullptr)
    return words;
  if (value->kind == Value::Kind::text)
    return {{value->text, value->place}};
  if (value->kind != Value::Kind::array) {
    wrong(key, "a list of strings");
    return words;
  }
  for (const Value& item : value->items) {
    if (item.kind == Value::Kind::text && !item.text.empty() &&
        item.text.find('\0') == std::string::npos)
      words.push_back({item.text, item.place});
    else
      report_.error(item.place, fmt::format("an item of '{}' is {}", key, machine::shown(item)),
                    "a string that is not empty");
  }
  return words;
}

std::vector<std::string> TableReader::texts(std::string_view key) const {
  std::vector<std::string> texts;
  for (Word& word : words(key))
    texts.push_back(std::move(word.text));
  return texts;
}

std::optional<std::uint64_t> TableReader::bytes(std::string_view key) const {
  const Value* value = find(key);
  if (value == nullptr)
    return std::nullopt;
  std::optional<std::uint64_t> found;
  if (value->kind == Value::Kind::text)
    found = parse_byte_size(value->text);
  else if (value->kind == Value::Kind::integer && value->integer > 0)
    found = static_cast<std::uint64_t>(value->integer);
  if (!found || *found == 0) {
    wrong(key, "bytes, such as 65536 or \"512MiB\"");
    return std::nullopt;
  }
  return found;
}

std::vector<const Value*> TableReader::tables(std::string_view key) const {
  const Value* value = find(key);
  std::vector<const Value*> tables;
  if (value == nullptr)
    return tables;
  if (value->kind != Value::Kind::array) {
    wrong(key, fmt::format("tables, each under [[{}]]", key));
    return tables;
  }
  for (const Value& item : value->items) {
    if (item.kind == Value::Kind::table)
      tables.push_back(&item);
    else
      report_.error(item.place, fmt::format("an item of '{}' is {}", key, machine::shown(item)),
                    fmt::format("tables, each under [[{}]]", key));
  }
  return tables;
}

std::optional<Expression> read_expression(const std::string& text, const machine::Place& place,
                                          machine::Report& report) {
  Expression::Parsed parsed = Expression::parse(text);
  if (parsed.expression)
    return std::move(parsed.expression);
  machine::Place at = place; // after the opening quote; exact only without preceding escapes
  at.column += 1 + static_cast<std::uint32_t>(parsed.error.offset);
  at.length = 1;
  report.error(at, parsed.error.message, parsed.error.expected);
  return std::nullopt;
}

std::optional<Expression> TableReader::expression(std::string_view key) const {
  const Value* value = find(key);
  if (value == nullptr)
    return std::nullopt;
  if (value->kind == Value::Kind::text)
    return read_expression(value->text, value->place, report_);
  wrong(key, "a string with an expression, such as \"fetch_width * 2\"");
  return std::nullopt;
}

std::optional<std::string> read_own_name(const TableReader& reader, std::string_view key,
                                         const Experiment& of, Author author) {
  std::optional<std::string> name = reader.text(key);
  if (!name || name->empty() || author == Author::trusted || of.is_own(*name))
    return name;
  reader.wrong(key, "a place in the folder of this file, or below, also behind links; what lies "
                    "elsewhere gets into results: --trust, when you trust who wrote this file");
  return std::nullopt;
}

isa::COptions read_c_options(const TableReader& reader, Author author) {
  isa::COptions c;
  c.call = reader.text("call").value_or("");
  c.compiler = reader.text("cc").value_or("");
  c.march = reader.text("march").value_or("");
  c.definitions = reader.texts("define");
  c.libraries = reader.texts("libraries");
  c.flags = reader.texts("cflags");
  if (author == Author::stranger && !is_harmless_compiler(c.compiler))
    reader.wrong("cc",
                 "gcc, clang, or the name of a compiler on the search path; one elsewhere runs "
                 "with your rights: --trust, when you trust who wrote this file");
  if (author == Author::stranger)
    for (const std::string& flag : c.flags)
      if (!is_harmless_flag(flag)) {
        reader.wrong("cflags",
                     fmt::format("options such as -Wall, -funroll-loops, -march= or -DNAME; "
                                 "'{}' may load or write what its author likes: --trust, "
                                 "when you trust who wrote this file",
                                 flag));
        break;
      }
  constexpr std::string_view kLevels = "0123sgz";
  if (const auto level = reader.text("optimize")) {
    c.optimize = level->starts_with("-O") ? level->substr(2) : *level;
    const bool known = c.optimize == "fast" ||
                       (c.optimize.size() == 1 && kLevels.find(c.optimize) != std::string::npos);
    if (!known)
      reader.wrong("optimize", "\"0\", \"1\", \"2\", \"3\", \"s\", \"g\", \"z\" or \"fast\"");
  }
  return c;
}

} // namespace stallscope::sweep
