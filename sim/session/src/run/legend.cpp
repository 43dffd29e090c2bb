#include "run/legend.hpp"

#include "session/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

namespace stallscope::session {

namespace {

using PartsOf = std::function<std::vector<trace::MicroOpPart>(std::uint32_t)>;

void add_to(trace::Legend& legend, const isa::Program& program, std::uint32_t index,
            const PartsOf& parts_of) {
  legend.instruction_text.push_back(program.text_of(index));
  const isa::SourcePlace place = program.place_of(index);
  legend.instruction_line.push_back(place.line);
  legend.instruction_file.emplace_back(program.decoded && place.line != 0 ? place.file : "");
  legend.instruction_pc.push_back(program.instruction(index).pc);
  if (parts_of)
    legend.instruction_parts.push_back(parts_of(index));
}

} // namespace

trace::StaticFacts facts_of(const isa::Program& program, const Simulation& simulation,
                            std::uint32_t instruction) {
  const isa::SourcePlace place = program.place_of(instruction);
  return {.text = program.text_of(instruction),
          .pc = program.instruction(instruction).pc,
          .line = place.line,
          .file = program.decoded && place.line != 0 ? std::string(place.file) : std::string(),
          .parts = simulation.parts_of(instruction)};
}

std::vector<std::string> register_names(const isa::Program& program, bool has_parts) {
  std::vector<std::string> names = program.register_names;
  if (!has_parts || names.size() > isa::kFirstTemporary)
    return names;
  names.resize(isa::kFirstTemporary);
  for (unsigned i = 0; i < isa::kTemporaryCount; ++i)
    names.push_back(fmt::format("tmp{}", i + 1));
  return names;
}

trace::Legend make_legend(const isa::Program& program, Timeline& timeline,
                          const PartsOf& parts_of) {
  trace::Legend legend;
  legend.register_names =
      register_names(program, std::any_of(timeline.rows.begin(), timeline.rows.end(),
                                          [](const OpRow& row) { return row.part > 0; }));
  if (!program.decoded) {
    for (std::size_t i = 0; i < program.code.size(); ++i)
      add_to(legend, program, static_cast<std::uint32_t>(i), parts_of);
    return legend;
  }
  std::set<std::uint32_t> shown;
  for (const OpRow& row : timeline.rows) {
    shown.insert(row.instruction.value);
    if (row.fused)
      shown.insert(row.instruction.value + 1);
  }
  std::unordered_map<std::uint32_t, std::uint32_t> numbers;
  for (const std::uint32_t index : shown) {
    numbers.emplace(index, static_cast<std::uint32_t>(numbers.size()));
    add_to(legend, program, index, parts_of);
  }
  for (OpRow& row : timeline.rows)
    row.instruction = InstructionIndex{numbers.at(row.instruction.value)};
  return legend;
}

} // namespace stallscope::session
