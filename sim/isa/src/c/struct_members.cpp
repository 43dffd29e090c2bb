#include "struct_members.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::isa {

namespace {

/// The layout must match call_results.cpp. `offset` and `count` replace an object's address and
/// number of elements; ~0 elements: the member is not an array. For members of an array of
/// structures `of` is the entry of the array; for constants of an enumeration it is the object or
/// member entry with that type. `bits` has ones exactly in the position of a bit field.
constexpr std::string_view kMemberTable = R"(
#line 1 "call"
struct stallscope_member {
  const volatile void *of;
  const volatile void *bits;
  struct stallscope_value value;
};
#define STALLSCOPE_OFFSET(object, member) \
  (const volatile void *)__builtin_offsetof(__typeof__(object), member)
#define STALLSCOPE_MEMBER(of, object, member) {of, 0, {#member, \
  STALLSCOPE_OFFSET(object, member), ~0ul, 0, \
  STALLSCOPE_KIND((object).member), sizeof((object).member)}}
#define STALLSCOPE_ARRAY(of, object, member, row, element) {of, 0, {#member, \
  STALLSCOPE_OFFSET(object, member), sizeof((object).member) / sizeof((object).element), \
  row, STALLSCOPE_KIND((object).element), sizeof((object).element)}}
#define STALLSCOPE_BITS(of, object, name, type, bits) {of, &bits, {name, \
  0, ~0ul, 0, STALLSCOPE_KIND((type)0), sizeof(object)}}
#define STALLSCOPE_NAMED(of, name) {of, 0, {#name, (const volatile void *)(long)(name), \
  ~0ul, 0, 'e', 0}}
extern const struct stallscope_member stallscope_members[];
)";

/// Writes the table of members.
class MemberTable {
public:
  explicit MemberTable(const CStructures& structures) : structures_(structures) {}

  /// Adds the members of `object`, an expression, as belonging to `of`; false: there are too many.
  bool add(const std::string& structure, const std::string& object, const std::string& of) {
    const Mark before{entries_.size(), bits_.size(), count_};
    if (add_members(structure, object, of, "", 0))
      return true;
    entries_.resize(before.entries);
    bits_.resize(before.bits);
    count_ = before.count;
    return false;
  }

  [[nodiscard]] std::string text() const {
    if (count_ == 0)
      return {};
    return fmt::format("{}{}const struct stallscope_member stallscope_members[] = {{\n{}  {{0, 0, "
                       "{{0, 0, 0, 0, 0, 0}}}}}};\nconst struct stallscope_member *const volatile "
                       "stallscope_kept_members = stallscope_members;\n",
                       kMemberTable, bits_, entries_);
  }

private:
  struct Mark {
    std::size_t entries = 0;
    std::size_t bits = 0;
    unsigned count = 0;
  };
  /// In C no structure contains itself, but the parsed text may be invalid.
  static constexpr unsigned kMaxMemberDepth = 32;

  [[nodiscard]] bool is_known(const CMember& member) const {
    return !member.structure.empty() && structures_.contains(member.structure) &&
           !is_enumeration(member);
  }
  [[nodiscard]] bool is_enumeration(const CMember& member) const {
    const auto found = structures_.find(member.structure);
    return found != structures_.end() && !found->second.empty() &&
           found->second.front().is_enumerator;
  }

  /// `prefix`: "p." for the members of p.
  bool add_members(const std::string& structure, const std::string& object, const std::string& of,
                   const std::string& prefix, unsigned depth) {
    const auto found = structures_.find(structure);
    if (found == structures_.end() || depth > kMaxMemberDepth)
      return found == structures_.end();
    return std::all_of(found->second.begin(), found->second.end(), [&](const CMember& member) {
      return add_member(member, object, of, prefix, depth);
    });
  }

  bool add_member(const CMember& member, const std::string& object, const std::string& of,
                  const std::string& prefix, unsigned depth) {
    if (member.is_enumerator) {
      if (count_ == kMostMemberEntries)
        return false;
      ++count_;
      entries_ += fmt::format("  STALLSCOPE_NAMED({}, {}),\n", of, member.name);
      return true;
    }
    if (member.name.empty())
      return add_members(member.structure, object, of, prefix, depth + 1);
    const std::string name = prefix + member.name;
    const auto dimensions =
        static_cast<unsigned>(std::find_if(member.derivations.begin(), member.derivations.end(),
                                           [](CDerivation d) { return d != CDerivation::array; }) -
                              member.derivations.begin());
    const bool of_structures = dimensions == member.derivations.size() && is_known(member);
    if (member.is_open)
      return true; // it has no data in the structure
    if (of_structures && dimensions == 0)
      return add_members(member.structure, object, of, name + ".", depth + 1);
    if (count_ == kMostMemberEntries)
      return false;
    const unsigned entry = count_++;
    if (!member.type.empty()) {
      add_bits(member, object, of, name);
    } else if (dimensions == 0) {
      entries_ += fmt::format("  STALLSCOPE_MEMBER({}, {}, {}),\n", of, object, name);
    } else {
      add_array(object, of, name, dimensions);
      std::string element = fmt::format("({}).{}", object, name);
      for (unsigned i = 0; i < dimensions; ++i)
        element += "[0]";
      if (of_structures)
        return add_members(member.structure, element, fmt::format("stallscope_members + {}", entry),
                           "", depth + 1);
    }
    if (dimensions == member.derivations.size() && is_enumeration(member))
      return add_members(member.structure, "", fmt::format("stallscope_members + {}", entry), "",
                         depth + 1);
    return true;
  }

  void add_array(const std::string& object, const std::string& of, const std::string& name,
                 unsigned dimensions) {
    std::string element = name;
    std::string row = "0";
    for (unsigned i = 0; i < dimensions; ++i) {
      row = i > 0 ? fmt::format("sizeof(({0}).{1}) / sizeof(({0}).{1}[0])", object, element) : row;
      element += "[0]";
    }
    entries_ +=
        fmt::format("  STALLSCOPE_ARRAY({}, {}, {}, {}, {}),\n", of, object, name, row, element);
  }

  /// A bit field has no address: an object in which only this field is nonzero indicates its
  /// position.
  void add_bits(const CMember& member, const std::string& object, const std::string& of,
                const std::string& name) {
    const std::string bits = fmt::format("stallscope_bits{}", count_ - 1);
    bits_ += fmt::format("static const __typeof__({}) {} = {{.{} = -1}};\n", object, bits, name);
    entries_ += fmt::format("  STALLSCOPE_BITS({}, {}, \"{}\", {}, {}),\n", of, object, name,
                            member.type, bits);
  }

  const CStructures& structures_;
  std::string entries_;
  std::string bits_; ///< their declarations
  unsigned count_ = 0;
};

} // namespace

MembersText members_text(const CStructures& structures, const CallText& call,
                         const CFunction& function) {
  MemberTable table(structures);
  MembersText made;
  const auto add = [&](const std::string& structure, const std::string& object,
                       const std::string& of, const std::string& name) {
    if (!table.add(structure, object, of))
      made.note += fmt::format("{}{} has more than {} members and is shown as bytes",
                               made.note.empty() ? "" : "; ", name, kMostMemberEntries);
  };
  if (!function.returned_structure.empty())
    add(function.returned_structure, "stallscope_result", "&stallscope_result", "the result");
  for (std::size_t i = 0; i < std::min(call.arguments.size(), function.parameters.size()); ++i) {
    const CParameter& parameter = function.parameters[i];
    // An array of structures: the structure is reached with all indices.
    const bool of_structures = !parameter.structure.empty() && parameter.is_pointer() &&
                               parameter.dimensions() == parameter.derivations.size();
    if (!of_structures || call.arguments[i].kind != CallArgument::Kind::list)
      continue;
    std::string element = fmt::format("stallscope_a{}", i);
    for (unsigned depth = 0; depth < parameter.dimensions(); ++depth)
      element += "[0]";
    add(parameter.structure, element, fmt::format("stallscope_a{}", i),
        parameter.name < parameter.words.size()
            ? fmt::format("'{}'", parameter.words[parameter.name])
            : fmt::format("argument {}", i + 1));
  }
  made.text = table.text();
  return made;
}

} // namespace stallscope::isa
