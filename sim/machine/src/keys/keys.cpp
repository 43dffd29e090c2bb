#include "keys/keys.hpp"

#include "base/check.hpp"
#include "keys/key_makers.hpp"
#include "keys/op_classes.hpp"

#include <map>
#include <set>
#include <unordered_map>

namespace stallscope::machine {

namespace {

std::vector<KeySpec> file_keys() {
  return {
      identifier("name", at<&Machine::name>(), "_-.+/", 40,
                 "What the machine is called in lists, results and on the command line.",
                 "机器在列表、结果和命令行中的名称。"),
      other("title", "string", "\"\"", "one line of at most 120 bytes",
            "The machine in one line, for lists.", "用一行说明机器，供列表使用。"),
      other("description", "string", "\"\"", "at most 2000 bytes",
            "What the machine models, and where its rules come from.",
            "机器模拟什么，其规则出自何处。"),
      choice("kind", {}, {kInOrder, kOutOfOrder},
             "How operations are scheduled: in program order, through the stages of a pipeline; or "
             "dynamically, when their operands are available. Each kind has separate keys.",
             "操作如何调度：按程序顺序通过流水线的各级；或动态调度，操作数就绪即执行。两种机器各有"
             "自己的键。"),
      not_timing(power_of_two(
          number("xlen", at<&Machine::xlen>(), 32, 64, "bits",
                 "Width of the integer registers, 32 or 64. RISC-V text is assembled and C "
                 "compiled for it, unless --xlen or the text says otherwise ('.attribute arch'), "
                 "or the text has instructions of 64 bits only. Executables contain it.",
                 "整数寄存器的位数，32 或 64。RISC-V 文本按此汇编，C 按此编译，除非 --xlen "
                 "或文本另有说明（'.attribute arch'），或文本含有只有 64 "
                 "位才有的指令。可执行文件自己会说明。"))),
      not_timing(
          choice("missing_unit", at<&Machine::missing_unit>(), {"assume", "error"},
                 "Treatment of an operation of a program given as text that no unit (no port) "
                 "executes. assume: it is executed as a similar operation, on that operation's "
                 "unit and with its latency, and a warning is given: loads and stores of floating "
                 "point and atomic operations as load and store, fp_multiply and fp_fused as "
                 "multiply, fp_divide as divide, all others, and these when there is no such unit, "
                 "as integer; when the latency depends on operands the longest is used. error: the "
                 "program does not run. Executables end at such an operation. --strict is short "
                 "for error, and for memory.undeclared = fault.",
                 "以文本给出的程序有一种操作，没有任何部件（端口）能执行时怎么办。assume：像相近的"
                 "操作那样执行，用它的部件和时间，并会说明：浮点取数、存数和原子操作如同 load 和 "
                 "store，fp_multiply 和 fp_fused 如同 multiply，fp_divide 如同 "
                 "divide，其余的（以及这两者也没有时）如同 "
                 "integer；时间取决于操作数时取最长的。error：程序不运行。可执行文件遇到时就结束。-"
                 "-strict 是 error 以及 memory.undeclared = fault 的简写。")),
  };
}

std::vector<KeySpec> make_specs() {
  std::vector<KeySpec> specs;
  const auto add = [&specs](std::vector<KeySpec> keys, std::string_view kind) {
    for (KeySpec& spec : keys) {
      if (spec.kind.empty())
        spec.kind = kind;
      specs.push_back(std::move(spec));
    }
  };
  add(file_keys(), kAnyKind);
  add(in_order_keys(), kInOrder);
  add(dynamic_keys(), kOutOfOrder);
  add(branch_keys(), kInOrder);
  add(prediction_keys(), kAnyKind);
  add(cache_keys(), kAnyKind);
  add(memory_keys(), kInOrder);
  return specs;
}

std::map<std::string_view, std::vector<const KeySpec*>> make_keys_of() {
  std::map<std::string_view, std::vector<const KeySpec*>> tables;
  for (const KeySpec& spec : key_specs())
    tables[spec.table()].push_back(&spec);
  return tables;
}

std::map<std::string, std::vector<std::string_view>, std::less<>> make_members() {
  std::map<std::string, std::vector<std::string_view>, std::less<>> members;
  for (const KeySpec& spec : key_specs()) {
    const std::string_view name = spec.name;
    for (std::size_t begin = 0; begin <= name.size();) {
      const std::size_t dot = std::min(name.find('.', begin), name.size());
      const std::string_view part = name.substr(begin, dot - begin);
      auto& list = members[begin == 0 ? std::string() : std::string(name.substr(0, begin - 1))];
      if (std::find(list.begin(), list.end(), part) == list.end())
        list.push_back(part);
      begin = dot + 1;
    }
  }
  return members;
}

const auto& all_members() {
  static const auto members = make_members();
  return members;
}

} // namespace

const std::vector<KeySpec>& key_specs() {
  static const std::vector<KeySpec> specs = make_specs();
  return specs;
}

const KeySpec& key_spec(std::string_view name) {
  static const auto by_name = [] {
    std::unordered_map<std::string_view, const KeySpec*> map;
    for (const KeySpec& spec : key_specs())
      map.emplace(spec.name, &spec);
    return map;
  }();
  const auto found = by_name.find(name);
  STALLSCOPE_CHECK(found != by_name.end(),
                   "a key of the machine file that the table does not know");
  return *found->second;
}

const std::vector<const KeySpec*>& keys_of(std::string_view table) {
  static const auto tables = make_keys_of();
  const auto found = tables.find(table);
  STALLSCOPE_CHECK(found != tables.end(), "a table of the machine file without keys");
  return found->second;
}

bool is_list_of_tables(std::string_view name) {
  static const auto lists = [] {
    std::set<std::string_view> names;
    for (const KeySpec& spec : key_specs())
      if (spec.type.starts_with("list of tables"))
        names.insert(spec.name);
    return names;
  }();
  return lists.contains(name);
}

bool is_table(std::string_view prefix) {
  return all_members().contains(prefix);
}

const std::vector<std::string_view>& known_members(std::string_view prefix) {
  const auto found = all_members().find(prefix);
  STALLSCOPE_CHECK(found != all_members().end(),
                   "a section of the machine file that the table does not know");
  return found->second;
}

std::string_view kind_of_table(std::string_view prefix) {
  std::string_view kind;
  for (const KeySpec& spec : key_specs()) {
    const std::string_view name = spec.name;
    if (name != prefix &&
        (name.substr(0, prefix.size()) != prefix || name.substr(prefix.size(), 1) != "."))
      continue;
    if (!kind.empty() && spec.kind != kind)
      return kAnyKind;
    kind = spec.kind;
  }
  return kind;
}

const std::vector<std::string_view>& role_names() {
  static const std::vector<std::string_view> names{"fetch",   "decode", "read",
                                                   "execute", "memory", "write"};
  return names;
}

const std::vector<std::string_view>& measure_names() {
  static const std::vector<std::string_view> names{
      "shift_amount",  "multiplier_bits", "dividend_bits",  "divisor_bits",
      "quotient_bits", "divisor_shift",   "divisor_nonzero"};
  return names;
}

const std::vector<KeyInfo>& machine_keys() {
  static const std::vector<KeyInfo> infos = [] {
    std::vector<KeyInfo> list;
    for (const KeySpec& s : key_specs())
      list.push_back(
          {s.name, s.type, s.default_value, s.range, s.unit, s.meaning, s.chinese_meaning, s.kind});
    return list;
  }();
  return infos;
}

} // namespace stallscope::machine
