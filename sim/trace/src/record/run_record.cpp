#include "trace/run_record.hpp"

namespace stallscope::trace {

namespace {

const std::string kUnknown;

} // namespace

const std::string& Legend::text(InstructionIndex i) const {
  return i.value < instruction_text.size() ? instruction_text[i.value] : kUnknown;
}

const MicroOpPart* Legend::part(const OpRow& row) const {
  const std::size_t i = row.instruction.value;
  return i < instruction_parts.size() && row.part < instruction_parts[i].size() &&
                 !instruction_parts[i][row.part].text.empty() // not known from a trace file
             ? &instruction_parts[i][row.part]
             : nullptr;
}

std::string Legend::text(const OpRow& row) const {
  if (const MicroOpPart* own = part(row); own != nullptr && row.part > 0)
    return own->text;
  return row.fused
             ? text(row.instruction) + "; " + text(InstructionIndex{row.instruction.value + 1})
             : text(row.instruction);
}

const std::string& Legend::register_name(RegId reg) const {
  return reg < register_names.size() ? register_names[reg] : kUnknown;
}

OpId RunRecord::color(OpId op) const {
  const OpRow* row = legend.color.empty() ? nullptr : timeline.find(op);
  return row != nullptr && row->instruction.value < legend.color.size()
             ? OpId{legend.color[row->instruction.value]}
             : shown(op);
}

std::string Legend::place(InstructionIndex i) const {
  if (i.value >= instruction_file.size() || instruction_file[i.value].empty())
    return {};
  const std::string& file = instruction_file[i.value];
  return file.substr(file.rfind('/') + 1) + ":" + std::to_string(instruction_line[i.value]);
}

} // namespace stallscope::trace
