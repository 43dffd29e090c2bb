#include "session/loop_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace stallscope::session {

namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines)
    text += line + '\n';
  return text;
}

/// A name that is used and not defined.
struct Missing {
  std::string name;
  std::uint32_t line = 0;
  bool is_target = false; ///< of a branch or jump
};

/// The first word of a line that is no label.
std::string mnemonic_of(std::string_view line) {
  while (true) {
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.front())) != 0)
      line.remove_prefix(1);
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    if (end == 0 || line[end - 1] != ':')
      return std::string(line.substr(0, end));
    line.remove_prefix(end);
  }
}

/// Those names, when that is all that is wrong.
std::vector<Missing> missing_names(const Diagnostics& problems) {
  constexpr std::string_view kEnd = "' is not defined";
  std::vector<Missing> names;
  for (const Diagnostic& problem : problems) {
    if (problem.severity != Severity::error)
      continue;
    const std::size_t end = problem.message.find(kEnd);
    if (!problem.message.starts_with('\'') || end == std::string::npos)
      return {};
    Missing missing;
    missing.name = problem.message.substr(1, end - 1);
    missing.name = missing.name.substr(0, missing.name.find('@'));
    missing.line = problem.line;
    const std::string mnemonic = mnemonic_of(problem.source_line);
    missing.is_target = mnemonic.starts_with('j') || mnemonic.starts_with('b') ||
                        mnemonic.starts_with("c.b") || mnemonic.starts_with("c.j") ||
                        mnemonic == "call" || mnemonic == "tail";
    names.push_back(std::move(missing));
  }
  return names;
}

class Reading {
public:
  Reading(std::string_view file, isa::Isa isa, const isa::AssembleOptions& options)
      : file_(file), isa_(isa), options_(options) {}

  Result<isa::Program> program(const std::string& text, const LoopRegion& region) {
    Result<isa::Program> whole = completed(text, region);
    if (whole)
      return whole;
    std::vector<std::string> lines = lines_of(text);
    for (std::size_t n = 0; n < lines.size(); ++n)
      if (n + 1 < region.first_line || n + 1 > region.last_line)
        lines[n].clear();
    Result<isa::Program> alone = completed(joined(lines), region);
    return alone;
  }

private:
  /// Assembles a text and, while names are missing, puts them somewhere: that of the region's last
  /// branch at its beginning, those of others behind it, data into memory of their own.
  Result<isa::Program> completed(const std::string& text, const LoopRegion& region) {
    std::string now = text;
    for (unsigned attempt = 0; attempt < 4; ++attempt) {
      Result<isa::Program> program = isa::assemble(isa_, file_, now, options_);
      if (program)
        return program;
      const std::vector<Missing> names = missing_names(program.diagnostics());
      if (names.empty())
        return program;
      define(now, names, region);
    }
    return isa::assemble(isa_, file_, now, options_);
  }

  void define(std::string& text, const std::vector<Missing>& names, const LoopRegion& region) {
    std::vector<std::string> lines = lines_of(text);
    const std::uint32_t end =
        std::min<std::uint32_t>(region.last_line, static_cast<std::uint32_t>(lines.size()));
    std::uint32_t last = end;
    while (last > region.first_line && mnemonic_of(lines[last - 1]).empty())
      --last;
    std::vector<std::string> done;
    std::string data;
    std::string code;
    const auto is_done = [&done](const std::string& name) {
      return std::find(done.begin(), done.end(), name) != done.end();
    };
    for (const Missing& missing : names)
      if (missing.is_target && missing.line == last && !is_done(missing.name)) {
        done.push_back(missing.name);
        lines[region.first_line - 1] = missing.name + ": " + lines[region.first_line - 1];
      }
    for (const Missing& missing : names) {
      if (is_done(missing.name))
        continue;
      done.push_back(missing.name);
      if (missing.is_target)
        code += missing.name + ":\n";
      else
        data += missing.name + ": .space 4096\n";
    }
    text = joined(lines);
    if (!code.empty())
      text += ".text\nnop\n" + code + "nop\n";
    if (!data.empty())
      text += ".data\n.balign 64\n" + data;
  }

  std::string file_;
  isa::Isa isa_;
  isa::AssembleOptions options_;
};

/// What messages call the code of a region, or of all of a file.
std::string title_of(std::string_view file, const LoopRegion& region) {
  if (region.line == 0)
    return std::string(file);
  return region.name.empty() ? fmt::format("the region from line {} on", region.line)
                             : "region " + region.name;
}

std::vector<std::uint32_t> code_of(const isa::Program& program, const LoopRegion& region) {
  std::vector<std::uint32_t> code;
  for (std::uint32_t n = 0; n < program.code.size(); ++n)
    if (const std::uint32_t line = program.place_of(n).line;
        line >= region.first_line && line <= region.last_line)
      code.push_back(n);
  return code;
}

} // namespace

Result<std::vector<LoopSource>> read_loops(std::string_view file, std::string_view text,
                                           isa::Isa isa, const isa::AssembleOptions& options,
                                           const LoopChoice& choice) {
  Result<MarkedText> marked = find_regions(file, text);
  if (!marked)
    return marked.diagnostics();
  Result<std::vector<LoopRegion>> chosen = regions_called(file, *marked, choice.region);
  if (!chosen)
    return chosen.diagnostics();
  std::vector<LoopRegion> regions = std::move(chosen).value();
  if (regions.empty()) { // all of it
    LoopRegion whole;
    whole.last_line = static_cast<std::uint32_t>(lines_of(marked->text).size());
    regions.push_back(whole);
  }
  std::vector<LoopSource> sources;
  Diagnostics problems;
  const auto failed = [&problems](const Diagnostics& more) {
    problems.insert(problems.end(), more.begin(), more.end());
  };
  for (const LoopRegion& region : regions) {
    Result<isa::Program> program = Reading(file, isa, options).program(marked->text, region);
    if (!program) {
      failed(program.diagnostics());
      continue;
    }
    LoopSource source{std::move(program).value(), {}};
    Result<LoopBody> body = choice.function.empty()
                                ? body_of_code(source.program, code_of(source.program, region),
                                               title_of(file, region), choice.loop)
                                : body_of_function(source.program, choice.function, choice.loop);
    if (!body) {
      failed(body.diagnostics());
      continue;
    }
    if (choice.function.empty())
      body->name = region.name;
    source.bodies.push_back(std::move(body).value());
    sources.push_back(std::move(source));
  }
  if (has_errors(problems))
    return problems;
  return sources;
}

} // namespace stallscope::session
