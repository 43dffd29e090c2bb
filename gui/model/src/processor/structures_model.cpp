#include "model/processor/structures_model.hpp"

#include "base/ascii.hpp"
#include "base/number.hpp"
#include "base/trimmed.hpp"
#include "model/language/sentences.hpp"
#include "model/language/strings.hpp"
#include "trace/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

namespace stallscope::gui {

namespace {

/// Columns whose cells are code or values, not words.
bool is_code(std::string_view column) {
  return column == "instruction" || column == "producer" || column == "written by" ||
         column == "value" || column == "data";
}

/// The text of a cell in the current language.
std::string cell_words(std::string_view column, const std::string& text) {
  if (!is_code(column))
    return structure_words(text);
  constexpr std::string_view kWrongPath = " (wrong path)"; // suffix of an instruction
  return text.ends_with(kWrongPath)
             ? text.substr(0, text.size() - kWrongPath.size()) + tr(Text::cell_wrong_path)
             : text;
}

} // namespace

StructureTable with_changes(const trace::StructureView& now, const trace::StructureView* before) {
  StructureTable table;
  table.name = now.name;
  table.title = structure_words(now.title);
  for (const std::string& column : now.columns)
    table.columns.push_back(structure_words(column));
  // Rows move up when older ones leave, so that they are matched by name and occurrence.
  std::map<std::string, std::vector<const std::vector<std::string>*>> known;
  if (before != nullptr)
    for (const std::vector<std::string>& row : before->rows)
      known[row.empty() ? std::string() : row.front()].push_back(&row);
  std::map<std::string, std::size_t> seen;
  for (const std::vector<std::string>& row : now.rows) {
    const std::string key = row.empty() ? std::string() : row.front();
    const auto& same = known[key];
    const std::size_t index = seen[key]++;
    const std::vector<std::string>* old = index < same.size() ? same[index] : nullptr;
    std::vector<StructureCell> cells;
    for (std::size_t i = 0; i < row.size(); ++i)
      cells.push_back({cell_words(now.columns.at(i), row[i]),
                       old == nullptr || i >= old->size() || (*old)[i] != row[i]});
    table.rows.push_back(std::move(cells));
  }
  return table;
}

namespace {

double as_double(std::uint64_t bits) {
  return std::bit_cast<double>(bits);
}

std::string number_text(const isa::Program& program, RegId reg, std::uint64_t value) {
  if (!program.is_floating_point(reg))
    return std::to_string(static_cast<std::int64_t>(value));
  const std::uint64_t high = value >> 32;
  if (high == 0xffffffff || (high == 0 && value != 0)) // a single-precision value in the lower half
    return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(value)));
  return fmt::format("{}", as_double(value));
}

std::vector<RegisterLine> registers_of(const isa::Program& program, const Snapshot& now,
                                       const Snapshot* before, bool all) {
  std::set<std::string> named;
  for (const trace::RegisterValue& value : now.registers)
    named.insert(value.name);
  std::vector<RegisterLine> lines;
  for (std::size_t i = 0; i < program.register_names.size(); ++i) {
    const std::string& name = program.register_names[i];
    if (name.empty() || (!all && named.count(name) == 0))
      continue;
    const auto reg = static_cast<RegId>(i);
    RegisterLine line;
    line.reg = reg;
    line.name = name;
    line.value = number_text(program, reg, now.committed[i]);
    line.hex = program.xlen == 32 && !program.is_floating_point(reg)
                   ? fmt::format("{:#010x}", static_cast<std::uint32_t>(now.committed[i]))
                   : fmt::format("{:#018x}", now.committed[i]);
    line.changed = before != nullptr && before->committed[i] != now.committed[i];
    line.floating_point = program.is_floating_point(reg);
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<MemoryLine> memory_of(const Snapshot& now, const Snapshot* before,
                                  std::uint64_t address, std::size_t count) {
  std::vector<MemoryLine> lines;
  for (std::size_t i = 0; i < count; ++i) {
    MemoryLine line;
    line.address = (address & ~15ULL) + 16 * i;
    now.memory.read(line.address, line.bytes);
    std::array<std::uint8_t, 16> old = line.bytes;
    if (before != nullptr)
      before->memory.read(line.address, old);
    for (std::size_t b = 0; b < 16; ++b) {
      line.changed[b] = old[b] != line.bytes[b];
      line.text +=
          line.bytes[b] >= 0x20 && line.bytes[b] < 0x7f ? static_cast<char>(line.bytes[b]) : '.';
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

} // namespace

void StructuresModel::go_to_data(const Run& run) {
  if (run.program() == nullptr)
    return;
  const auto& data = run.program()->data;
  const auto& start = run.program()->initial_registers;
  if (!data.empty())
    memory_address = data.front().address & ~15ULL;
  else if (!start.empty())
    memory_address = start.front().value & ~15ULL;
}

std::string StructuresModel::go_to(const Run& run, std::string_view where) {
  where = trimmed(where);
  const isa::Program* program = run.program();
  std::optional<std::uint64_t> address = parse_number(where);
  if (!address && program != nullptr) {
    if (const auto symbol = program->symbols.find(where); symbol != program->symbols.end())
      address = symbol->second.address;
    else if (const RegId reg = program->register_named(where); reg != kNoRegister)
      address = reg < committed_.size() ? committed_[reg] : 0;
  }
  if (!address)
    return tr(Text::memory_unknown, {std::string(where)});
  memory_address = *address & ~15ULL;
  return {};
}

const StructuresView& StructuresModel::visible(Run& run, std::uint64_t cycle) {
  const bool same = of_ == &run && version_ == run.version() && view_.cycle == cycle &&
                    address_ == memory_address && lines_ == memory_lines && all_ == all_registers &&
                    language_ == language();
  if (same && !view_.loading)
    return view_;
  of_ = &run;
  version_ = run.version();
  address_ = memory_address;
  lines_ = memory_lines;
  all_ = all_registers;
  language_ = language();
  const SnapshotPtr now = run.snapshot(cycle);
  // Only one request is kept: the previous cycle is requested after this one is available.
  const SnapshotPtr before = now == nullptr || cycle == 0 ? nullptr : run.snapshot(cycle - 1);
  const std::uint64_t recorded = std::max<std::uint64_t>(cycle, 1);
  const WindowPtr numbers = now == nullptr || now->structures.empty()
                                ? run.first_window()
                                : run.window(recorded, recorded + 1);
  if (now == nullptr || numbers == nullptr || run.program() == nullptr) {
    view_.loading = true; // the previous view remains
    return view_;
  }
  view_ = {};
  view_.loading = cycle > 0 && before == nullptr;
  view_.cycle = cycle;
  for (const trace::StructureView& table : now->structures) {
    const trace::StructureView* old = nullptr;
    if (before != nullptr)
      for (const trace::StructureView& candidate : before->structures)
        if (candidate.name == table.name)
          old = &candidate;
    StructureTable shown = with_changes(table, before == nullptr ? &table : old);
    for (auto& row : shown.rows)
      for (StructureCell& cell : row) // numbers as in the other panels
        cell.text = trace::with_shown_numbers(cell.text, numbers->record);
    view_.tables.push_back(std::move(shown));
  }
  committed_.assign(now->committed.begin(), now->committed.end());
  view_.registers = registers_of(*run.program(), *now, before.get(), all_registers);
  view_.memory = memory_of(*now, before.get(), memory_address, memory_lines);
  view_.output = now->output;
  if (before != nullptr && before->output.size() < now->output.size())
    view_.new_output = now->output.size() - before->output.size();
  return view_;
}

namespace {

std::optional<std::uint64_t> integer_of(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  const std::optional<std::uint64_t> value = parse_number(text.substr(negative ? 1 : 0));
  if (!value || (negative && *value > 1ULL << 63))
    return std::nullopt;
  return negative ? ~*value + 1 : *value;
}

std::string bad_number(std::string_view text) {
  return tr(Text::edit_bad_number, {std::string(text)});
}

} // namespace

std::string StructuresModel::set_register(Run& run, std::uint64_t cycle, RegId reg,
                                          std::string_view text) {
  text = trimmed(text);
  if (run.program() == nullptr || reg == 0 || reg >= kMaxRegisters)
    return bad_number(text);
  std::uint64_t value = 0;
  if (run.program()->is_floating_point(reg)) {
    const std::string copy(text);
    char* end = nullptr;
    errno = 0;
    const double number = std::strtod(copy.c_str(), &end);
    if (copy.empty() || *end != '\0' || errno == ERANGE)
      return bad_number(text);
    value = std::bit_cast<std::uint64_t>(number);
  } else if (const std::optional<std::uint64_t> integer = integer_of(text)) {
    value = *integer;
  } else {
    return bad_number(text);
  }
  run.set_register(cycle, reg, value);
  return {};
}

std::string StructuresModel::set_memory(Run& run, std::uint64_t cycle, std::uint64_t address,
                                        std::string_view text, unsigned bytes) {
  text = trimmed(text);
  const std::optional<std::uint64_t> value = integer_of(text);
  if (!value || (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8))
    return bad_number(text);
  const auto number = static_cast<std::int64_t>(*value);
  const bool fits = bytes == 8 || *value < 1ULL << (8 * bytes) ||
                    (number < 0 && number >= -(1LL << (8 * bytes - 1)));
  if (!fits)
    return bad_number(text);
  std::vector<std::uint8_t> list;
  for (unsigned i = 0; i < bytes; ++i)
    list.push_back(static_cast<std::uint8_t>(*value >> (8 * i)));
  run.set_memory(cycle, address, std::move(list));
  return {};
}

std::string StructuresModel::set_bytes(Run& run, std::uint64_t cycle, std::uint64_t address,
                                       std::string_view text) {
  std::vector<std::uint8_t> bytes;
  std::string_view rest = trimmed(text);
  bool good = !rest.empty();
  while (good && !rest.empty()) {
    std::uint8_t byte = 0;
    const std::string_view pair = rest.substr(0, 2);
    const auto [end, error] = std::from_chars(pair.data(), pair.data() + pair.size(), byte, 16);
    good = error == std::errc() && end == pair.data() + 2;
    bytes.push_back(byte);
    rest = trimmed(rest.substr(pair.size()));
  }
  if (!good)
    return tr(Text::edit_bad_bytes, {std::string(trimmed(text))});
  run.set_memory(cycle, address, std::move(bytes));
  return {};
}

} // namespace stallscope::gui
