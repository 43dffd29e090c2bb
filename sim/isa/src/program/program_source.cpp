// Text and source positions of a program's instructions.

#include "base/check.hpp"
#include "isa/line_table.hpp"
#include "isa/program.hpp"
#include "isa/riscv_code.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::isa {

std::string Program::text_of(std::uint32_t index) const {
  if (!decoded)
    return index < source.size() ? source[index].text : std::string{};
  return disassemble_riscv(instruction(index), xlen,
                           [this](std::uint64_t pc) { return symbolic(pc); });
}

SourcePlace Program::place_of(std::uint32_t index) const {
  if (index < source.size())
    return {name, source[index].line, source[index].column};
  if (lines != nullptr && index < code.size()) // code written at run time has no source line
    if (const LineRow* row = lines->row_at(code[index].pc); row != nullptr && row->line != 0)
      return {lines->files[row->file], row->line, row->column};
  return {name, 0, 0};
}

namespace {

bool is_path_ending(std::string_view path, std::string_view end) {
  return path == end || (path.size() > end.size() && path.ends_with(end) &&
                         path[path.size() - end.size() - 1] == '/');
}

Diagnostic no_such_file(std::string_view file, std::string expected) {
  Diagnostic d;
  d.message = file.empty() ? std::string("the program comes from several files")
                           : fmt::format("no code comes from a file '{}'", file);
  d.expected = std::move(expected);
  return d;
}

} // namespace

Result<std::string> Program::source_file_named(std::string_view file) const {
  if (!decoded) {
    if (file.empty() || is_path_ending(name, file))
      return name;
    return no_such_file(file, fmt::format("'{}'", name));
  }
  if (lines == nullptr || lines->empty()) {
    Diagnostic d;
    d.message = "the program has no debug information that can be read, so that its source lines "
                "are not known";
    d.expected = "an address or a symbol, or a program compiled with -g and without -gz";
    return d;
  }
  if (file.empty()) {
    const auto main = symbols.find("main");
    if (main != symbols.end())
      if (const LineRow* row = lines->row_at(main->second.address))
        return lines->files[row->file];
    return no_such_file(file, "line FILE:N");
  }
  const std::vector<std::uint32_t> found = lines->files_named(file);
  if (found.empty())
    return no_such_file(file, "the name of one of its source files");
  return lines->files[found.front()];
}

bool Program::has_line(std::string_view file, std::uint32_t line) const {
  if (!decoded)
    return std::any_of(source.begin(), source.end(),
                       [line](const SourceInfo& info) { return info.line == line; });
  const auto found = std::find(lines->files.begin(), lines->files.end(), file);
  return found != lines->files.end() &&
         !lines->addresses_of(static_cast<std::uint32_t>(found - lines->files.begin()), line)
              .empty();
}

} // namespace stallscope::isa
