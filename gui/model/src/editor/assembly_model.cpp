#include "model/editor/assembly_model.hpp"

#include "model/looks/tokens.hpp"

#include <algorithm>
#include <map>

namespace stallscope::gui {

namespace {

std::string_view without_folders(std::string_view path) {
  return path.substr(path.rfind('/') + 1); // npos + 1 is 0
}

} // namespace

const std::vector<AssemblyLine>&
AssemblyModel::lines(const std::shared_ptr<const isa::Program>& program, std::string_view file) {
  if (program == program_ && without_folders(file) == file_)
    return lines_;
  program_ = program;
  file_ = without_folders(file);
  lines_.clear();
  with_code_.clear();
  if (program == nullptr)
    return lines_;
  std::map<std::uint64_t, unsigned> sizes; // bytes, by address
  for (std::uint32_t i = 0; i < program->code.size(); ++i) {
    const isa::SourcePlace place = program->place_of(i);
    if (place.line == 0 || without_folders(place.file) != file_)
      continue;
    const isa::Instruction& instruction = program->instruction(i);
    lines_.push_back({instruction.pc, program->text_of(i), place.line, false});
    sizes[instruction.pc] = instruction.size;
    with_code_.push_back(place.line);
  }
  std::stable_sort(lines_.begin(), lines_.end(),
                   [](const AssemblyLine& a, const AssemblyLine& b) { return a.pc < b.pc; });
  std::uint64_t end = 0; // decoding starts at every address of machine code: overlapping
                         // instructions are skipped
  std::erase_if(lines_, [&](const AssemblyLine& line) {
    if (line.pc < end)
      return true;
    end = line.pc + sizes[line.pc];
    return false;
  });
  std::sort(with_code_.begin(), with_code_.end());
  for (const auto& [name, symbol] : program->symbols) {
    const auto at = std::find_if(lines_.begin(), lines_.end(),
                                 [address = symbol.address](const AssemblyLine& line) {
                                   return line.pc == address && !line.label;
                                 });
    if (symbol.is_code && at != lines_.end())
      lines_.insert(at, {symbol.address, name + ":", 0, true});
  }
  return lines_;
}

bool AssemblyModel::has_code(std::uint32_t line) const {
  return std::binary_search(with_code_.begin(), with_code_.end(), line);
}

std::uint8_t AssemblyModel::color_of_line(std::uint32_t line) {
  return static_cast<std::uint8_t>(line % kTokenColors);
}

std::vector<AssemblyMark> AssemblyModel::marks(Run& run, std::uint64_t cycle) {
  std::vector<AssemblyMark> marks;
  const WindowPtr window = cycle == 0 ? nullptr : run.window(cycle, cycle + 1);
  if (window == nullptr)
    return marks;
  const trace::RunRecord& record = window->record;
  const Timeline part = window->index.slice(Cycle{cycle}, Cycle{cycle + 1});
  for (const OpRow& row : part.rows)
    for (const Span& span : part.spans_of(row))
      if (span.begin.value <= cycle && cycle < span.end.value &&
          row.instruction.value < record.legend.instruction_pc.size())
        marks.push_back({record.legend.instruction_pc[row.instruction.value],
                         part.lanes[span.lane].name, color_of(record.shown(row.op)),
                         span.cause.why != Reason::none});
  return marks;
}

} // namespace stallscope::gui
