#include "parse/section.hpp"

#include "base/ascii.hpp"
#include "keys/op_classes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace stallscope::machine {

namespace {

/// The full name of a key called `name` in another section, for a kind of machines; empty when
/// there is none.
std::string key_called(std::string_view name, std::string_view kind = kAnyKind) {
  const std::string ending = fmt::format(".{}", name);
  for (const KeySpec& spec : key_specs())
    if ((kind == kAnyKind || spec.kind == kAnyKind || spec.kind == kind) &&
        spec.name.size() > ending.size() &&
        spec.name.compare(spec.name.size() - ending.size(), ending.size(), ending) == 0)
      return spec.name;
  return {};
}

} // namespace

Section::Section(const Value* value, std::string prefix, Report& report)
    : table_(value), prefix_(std::move(prefix)), report_(report) {
  if (table_ == nullptr)
    return;
  place_ = table_->place;
  if (table_->kind != Value::Kind::table) {
    report_.error(place_, fmt::format("'{}' is {}", prefix_, shown(*table_)),
                  fmt::format("a table with keys such as {}", known_members(prefix_).front()),
                  key_called(prefix_));
    table_ = nullptr;
    return;
  }
  report_unknown_keys();
}

void Section::report_unknown_keys() const {
  const auto& known = known_members(prefix_);
  for (const Member& member : table_->members) {
    if (std::find(known.begin(), known.end(), member.name) != known.end())
      continue;
    const std::string message =
        prefix_.empty() ? fmt::format("unknown key {}", in_quotes(member.name))
                        : fmt::format("unknown key {} in '{}'", in_quotes(member.name), prefix_);
    // The key may belong to another section; otherwise it may be misspelt. A key in one of several
    // [[port]] refers to that port.
    std::string elsewhere;
    if (!is_list_of_tables(prefix_))
      elsewhere = key_called(member.name, prefix_.empty() ? kAnyKind : kind_of_table(prefix_));
    const std::string expected = "one of " + joined(known);
    if (!elsewhere.empty() && nearest_word(member.name, known).empty())
      report_.error(member.place, message, expected, std::move(elsewhere));
    else
      report_.unknown(member.place, message, expected, member.name, known);
  }
}

void Section::read_fields(const char* owner, void* object, std::string_view kind) const {
  for (const KeySpec* spec : keys_of(prefix_)) {
    const Field& field = spec->field;
    if (field.owner != owner || !spec->is_for(kind))
      continue;
    const std::string_view key = spec->member();
    if (field.store_text != nullptr)
      field.store_text(object, identifier(key, spec->signs, static_cast<std::size_t>(spec->max)));
    else
      field.store(object, !spec->words.empty()      ? word_index(key)
                          : spec->type == "boolean" ? static_cast<std::int64_t>(boolean(key))
                                                    : integer(key));
  }
}

Section Section::section(std::string_view key) const {
  return {find(key), full(key), report_};
}

std::string Section::full(std::string_view key) const {
  return prefix_.empty() ? std::string(key) : fmt::format("{}.{}", prefix_, key);
}

const Value* Section::find(std::string_view key) const {
  const Member* member = table_ == nullptr ? nullptr : table_->find(key);
  return member == nullptr ? nullptr : &member->value;
}

Place Section::place(std::string_view key) const {
  const Value* value = find(key);
  return value == nullptr ? place_ : value->place;
}

void Section::wrong_type(std::string_view key, const Value& value,
                         std::string_view expected) const {
  report_.error(value.place,
                fmt::format("'{}' is {}", report_.key_name(value.place, full(key)), shown(value)),
                std::string(expected));
}

void Section::missing(std::string_view key) const {
  const KeySpec& spec = key_spec(full(key));
  report_.error(place_, fmt::format("'{}' is missing", spec.name),
                spec.range == "-" ? spec.type : fmt::format("{}: {}", spec.type, spec.range));
}

bool Section::boolean(std::string_view key) const {
  const Value* value = find(key);
  if (value != nullptr && value->kind == Value::Kind::boolean)
    return value->boolean;
  if (value != nullptr)
    wrong_type(key, *value, "true or false");
  return key_spec(full(key)).default_number != 0;
}

std::int64_t Section::integer(std::string_view key) const {
  const KeySpec& spec = key_spec(full(key));
  const Value* value = find(key);
  if (value == nullptr)
    return spec.default_number;
  if (value->kind == Value::Kind::integer && value->integer >= spec.min &&
      value->integer <= spec.max) {
    const auto bits = static_cast<std::uint64_t>(value->integer);
    if (spec.power_of_two && bits != 0 && !std::has_single_bit(bits))
      report_.error(value->place, fmt::format("'{}' is {}", spec.name, value->integer),
                    fmt::format("a power of two, such as {}", std::bit_floor(bits)));
    return value->integer;
  }
  wrong_type(key, *value, fmt::format("an integer from {}", spec.range));
  return spec.default_number;
}

std::int64_t Section::word_index(std::string_view key) const {
  const KeySpec& spec = key_spec(full(key));
  const Value* value = find(key);
  if (value == nullptr)
    return spec.default_number;
  const std::string expected = (spec.words.size() > 1 ? "one of " : "") + joined(spec.words);
  if (value->kind != Value::Kind::text) {
    wrong_type(key, *value, expected);
    return spec.default_number;
  }
  const auto found = std::find(spec.words.begin(), spec.words.end(), value->text);
  if (found != spec.words.end())
    return found - spec.words.begin();
  report_.unknown(value->place,
                  fmt::format("{} is no value of '{}'", in_quotes(value->text),
                              report_.key_name(value->place, spec.name)),
                  expected, value->text, spec.words);
  return spec.default_number;
}

std::string Section::text(std::string_view key) const {
  const Value* value = find(key);
  if (value == nullptr)
    return {};
  if (value->kind == Value::Kind::text)
    return value->text;
  wrong_type(key, *value, "a string");
  return {};
}

std::string Section::identifier(std::string_view key, std::string_view signs,
                                std::size_t max_bytes) const {
  const Value* value = find(key);
  if (value == nullptr) {
    missing(key);
    return {};
  }
  if (value->kind == Value::Kind::text && is_identifier(value->text, signs, max_bytes))
    return value->text;
  wrong_type(key, *value,
             fmt::format("a name of 1 to {} letters, digits and {}", max_bytes, signs));
  return {};
}

OpClassSet Section::op_classes(std::string_view key) const {
  const Value* value = find(key);
  if (value != nullptr)
    return read_op_classes(*value, report_.key_name(value->place, full(key)), report_);
  missing(key);
  return {};
}

const std::vector<Value>& Section::list(std::string_view key) const {
  static const std::vector<Value> kNone;
  const Value* value = find(key);
  if (value == nullptr)
    return kNone;
  if (value->kind == Value::Kind::array)
    return value->items;
  wrong_type(key, *value, "a " + key_spec(full(key)).type);
  return kNone;
}

const std::vector<Member>& Section::members(std::string_view key) const {
  static const std::vector<Member> kNone;
  const Value* value = find(key);
  if (value == nullptr)
    return kNone;
  if (value->kind == Value::Kind::table)
    return value->members;
  wrong_type(key, *value, "a " + key_spec(full(key)).type);
  return kNone;
}

bool is_identifier(std::string_view name, std::string_view signs, std::size_t max_bytes) {
  const auto allowed = [signs](char c) {
    return is_alphanumeric(c) || signs.find(c) != std::string_view::npos;
  };
  return !name.empty() && name.size() <= max_bytes &&
         std::all_of(name.begin(), name.end(), allowed);
}

namespace {

/// Reads words for sets of classes, single or in a list. `parse` maps a word to its set.
template <class Set>
Set read_classes(const Value& value, std::string_view key, Report& report,
                 bool (*parse)(std::string_view, Set&),
                 const std::vector<std::string_view>& words) {
  Set set;
  const auto read = [&](const Value& item) {
    if (item.kind != Value::Kind::text) {
      report.error(item.place, fmt::format("{} in '{}'", shown(item), key),
                   "an operation class or group");
      return;
    }
    Set classes;
    if (parse(item.text, classes))
      set |= classes;
    else
      report.unknown(item.place,
                     fmt::format("unknown operation class {} in '{}'", in_quotes(item.text), key),
                     "one of " + joined(words), item.text, words);
  };
  if (value.kind != Value::Kind::array) {
    read(value);
    return set;
  }
  if (value.items.empty())
    report.error(value.place, fmt::format("'{}' is an empty list", key),
                 "at least one operation class or group");
  for (const Value& item : value.items)
    read(item);
  return set;
}

} // namespace

OpClassSet read_op_classes(const Value& value, std::string_view key, Report& report) {
  return read_classes<OpClassSet>(value, key, report, parse_op_classes, op_class_words());
}

PortClassSet Section::port_classes(std::string_view key) const {
  const Value* value = find(key);
  if (value != nullptr)
    return read_classes<PortClassSet>(*value, report_.key_name(value->place, full(key)), report_,
                                      parse_port_classes, port_class_words());
  missing(key);
  return {};
}

} // namespace stallscope::machine
