#include "base/ascii.hpp"
#include "isa/functions.hpp"
#include "loop_source/loop_path.hpp"
#include "session/loop_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <set>
#include <utility>

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

/// A name that is used but not defined.
struct Missing {
  std::string name;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string source_line;
  bool is_target = false; ///< the name is the target of a branch or jump
};

/// The first word of a line that is not a label, in lower case.
std::string mnemonic_of(std::string_view line) {
  std::size_t end = 0;
  while (true) {
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.front())) != 0)
      line.remove_prefix(1);
    end = std::min(line.find_first_of(" \t"), line.size());
    if (end == 0 || line[end - 1] != ':')
      break;
    line.remove_prefix(end);
  }
  return lower(line.substr(0, end));
}

/// The undefined names, when they are the only errors; of a program that was read, the branch
/// targets that the assembler has resolved to the program's end.
std::vector<Missing> missing_names(const Diagnostics& problems, bool was_read) {
  constexpr std::string_view kEnd = "' is not defined";
  std::vector<Missing> names;
  for (const Diagnostic& problem : problems) {
    const bool of_end =
        problem.message.find("taken for the end of the program") != std::string::npos;
    if (was_read ? !of_end : problem.severity != Severity::error)
      continue;
    const std::size_t end = problem.message.find(kEnd);
    if (!problem.message.starts_with('\'') || end == std::string::npos)
      return {};
    Missing missing;
    missing.name = problem.message.substr(1, end - 1);
    missing.name = missing.name.substr(0, missing.name.find('@'));
    missing.line = problem.line;
    missing.column = problem.column;
    missing.source_line = problem.source_line;
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
  Reading(std::string_view file, isa::Isa isa, const isa::AssembleOptions& options, bool strict)
      : file_(file), isa_(isa), options_(options), completes_(!strict && isa != isa::Isa::tac) {}

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
  /// Assembles a text and, while names are undefined, defines them: the target of the region's last
  /// branch at the region's beginning, other targets behind the region, data in separate memory.
  Result<isa::Program> completed(const std::string& text, const LoopRegion& region) {
    std::string now = text;
    notes_.clear();
    for (unsigned attempt = 0; attempt < 4 && completes_; ++attempt) {
      Result<isa::Program> program = isa::assemble(isa_, file_, now, options_);
      const std::vector<Missing> names = missing_names(program.diagnostics(), program.ok());
      if (names.empty())
        return program ? with_notes(std::move(program)) : std::move(program);
      define(now, names, region);
    }
    return isa::assemble(isa_, file_, now, options_);
  }

  Result<isa::Program> with_notes(Result<isa::Program> program) {
    if (notes_.empty())
      return program;
    Diagnostics said = program.diagnostics();
    said.insert(said.end(), notes_.begin(), notes_.end());
    return {std::move(program).value(), std::move(said)};
  }

  /// Adds a note on the definition chosen for an undefined name.
  void note(const Missing& missing, std::string_view taken_for) {
    Diagnostic d;
    d.severity = Severity::note;
    d.file = file_;
    d.line = missing.line;
    d.column = missing.column;
    d.source_line = missing.source_line;
    d.message = fmt::format("'{}' is not defined and taken for {}", missing.name, taken_for);
    notes_.push_back(std::move(d));
  }

  void define(std::string& text, const std::vector<Missing>& names, const LoopRegion& region) {
    std::vector<std::string> lines = lines_of(text);
    const std::uint32_t end =
        std::min<std::uint32_t>(region.last_line, static_cast<std::uint32_t>(lines.size()));
    std::uint32_t last = end;
    while (last > region.first_line && mnemonic_of(lines[last - 1]).empty())
      --last;
    std::set<std::string> done;
    std::string data;
    std::string code;
    const auto is_done = [&done](const std::string& name) { return done.contains(name); };
    for (const Missing& missing : names)
      if (missing.is_target && missing.line == last && !is_done(missing.name)) {
        done.insert(missing.name);
        note(missing, "the begin of the loop");
        lines[region.first_line - 1] = missing.name + ": " + lines[region.first_line - 1];
      }
    for (const Missing& missing : names) {
      if (is_done(missing.name))
        continue;
      done.insert(missing.name);
      note(missing, missing.is_target ? "a place behind the loop" : "memory of its own");
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
  bool completes_;
  Diagnostics notes_;
};

/// Puts the delay slot of each branch and jump behind it; a call returns behind its delay slot.
/// Returns the error, if any.
std::optional<Diagnostic> follow_delay_slots(const isa::Program& program, LoopBody& body) {
  LoopBody made = body;
  made.path.clear();
  made.apart.clear();
  made.delay_slots = true;
  const auto take = [&](std::uint32_t index, std::size_t n) {
    made.path.push_back(index);
    made.apart.push_back(n < body.apart.size() && body.apart[n]);
  };
  std::vector<std::uint32_t> slots_of_calls; // that have been executed
  bool returns = false;
  for (std::size_t n = 0; n < body.path.size(); ++n) {
    const std::uint32_t index = body.path[n];
    if (std::exchange(returns, false) && !slots_of_calls.empty() &&
        index == slots_of_calls.back()) {
      slots_of_calls.pop_back();
      continue;
    }
    take(index, n);
    const isa::Instruction& i = program.instruction(index);
    if (!isa::is_control(i.op_class))
      continue;
    const std::uint32_t slot = index + 1;
    if (slot >= program.code.size() || program.code[slot].pc != i.pc + i.size ||
        isa::is_control(program.code[slot].op_class))
      return problem_at(program, index,
                        fmt::format("'{}' has no delay slot behind it", program.text_of(index)),
                        "an instruction that is executed with it, or "
                        "--set branch.delay_slot=false");
    const bool comes = n + 1 < body.path.size() && body.path[n + 1] == slot;
    returns = !isa::is_call(i) && !isa::is_direct_jump(i);
    if (comes)
      continue;
    take(slot, n);
    if (isa::is_call(i))
      slots_of_calls.push_back(slot);
  }
  body = std::move(made);
  return std::nullopt;
}

bool is_word_character(char c) {
  return is_alphanumeric(c) || c == '_' || c == '.' || c == '$';
}

/// The text with each word replaced by the result of `spelled`.
template <typename Spelled> std::string respelled(std::string_view text, Spelled spelled) {
  std::string made;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_word_character(text[end]))
      ++end;
    if (end == at)
      made += text[at++];
    else
      made += spelled(text.substr(at, end - at));
    at = std::max(at, end);
  }
  return made;
}

/// x2 or f10: numeric names of RISC-V registers.
bool is_numbered_register(std::string_view word) {
  return word.size() >= 2 && word.size() <= 3 &&
         std::string_view("xXfF").find(word.front()) != std::string_view::npos &&
         std::all_of(word.begin() + 1, word.end(), is_digit);
}

/// Renames RISC-V registers that the text names only by number: x2 instead of sp.
void name_registers_as_written(isa::Program& program) {
  if (program.isa != isa::Isa::riscv || program.decoded)
    return;
  std::map<std::string, std::string, std::less<>> written; // name in the text, by the usual name
  std::set<std::string, std::less<>> usual;
  for (const std::string& line : program.source_lines)
    (void)respelled(std::string_view(line).substr(0, line.find('#')), [&](std::string_view word) {
      if (!is_numbered_register(word))
        usual.emplace(word);
      else if (const RegId reg = program.register_named(word); reg < program.register_names.size())
        written.try_emplace(program.register_names[reg], word);
      return std::string_view();
    });
  std::erase_if(written, [&usual](const auto& one) { return usual.contains(one.first); });
  const auto spelled = [&written](std::string_view word) {
    const auto found = written.find(word);
    return found == written.end() ? word : std::string_view(found->second);
  };
  for (isa::SourceInfo& info : program.source)
    info.text = respelled(info.text, spelled);
  for (std::string& name : program.register_names)
    name = spelled(name);
}

/// Name of a region, or of a whole file, in messages.
std::string title_of(std::string_view file, const LoopRegion& region) {
  if (region.line == 0)
    return std::string(file);
  return region.name.empty() ? fmt::format("the region from line {} on", region.line)
                             : "region " + region.name;
}

std::vector<std::uint32_t> code_of(const isa::Program& program, const LoopRegion& region) {
  // Code that replaces functions missing from the text lies behind its end.
  const std::uint64_t end = program.decoded ? ~std::uint64_t{0} : program.end_pc;
  std::vector<std::uint32_t> code;
  for (std::uint32_t n = 0; n < program.code.size(); ++n)
    if (const std::uint32_t line = program.place_of(n).line;
        line >= region.first_line && line <= region.last_line && program.instruction(n).pc <= end)
      code.push_back(n);
  return code;
}

} // namespace

LoopBody empty_body(const LoopRegion& region) {
  LoopBody body;
  body.name = region.name;
  body.notes.push_back(fmt::format("the region from line {} on is empty", region.line));
  return body;
}

namespace {

/// Adds the loops of a region or function, each with the program; returns the errors.
Diagnostics add_bodies(std::string_view file, const isa::Program& program, const LoopRegion& region,
                       const LoopChoice& choice, bool has_delay_slots,
                       std::vector<LoopSource>& sources) {
  const bool choose_all = choice.function.empty() && !choice.loop && region.line != 0;
  const std::vector<std::uint32_t> code = code_of(program, region);
  const auto loops = choose_all ? innermost_of(innermost_in_code(program, code))
                                : std::vector<std::optional<unsigned>>{choice.loop};
  Diagnostics problems;
  for (const std::optional<unsigned> loop : loops) {
    LoopSource source{program, {}};
    Result<LoopBody> body =
        choice.function.empty()
            ? body_of_code(source.program, code, title_of(file, region), loop, choice.trips)
            : body_of_function(source.program, choice.function, loop, choice.trips);
    if (!body) {
      problems.insert(problems.end(), body.diagnostics().begin(), body.diagnostics().end());
      continue;
    }
    if (choice.function.empty())
      body->name = region.name;
    if (has_delay_slots)
      if (auto problem = follow_delay_slots(source.program, *body)) {
        problems.push_back(*std::move(problem));
        continue;
      }
    source.bodies.push_back(std::move(body).value());
    sources.push_back(std::move(source));
  }
  return problems;
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
  if (regions.empty()) { // no regions: the whole text
    LoopRegion whole;
    whole.last_line = static_cast<std::uint32_t>(lines_of(marked->text).size());
    regions.push_back(whole);
  }
  std::vector<LoopSource> sources;
  Diagnostics problems;
  Diagnostics said; // diagnostics of programs that were read
  const auto failed = [&problems](const Diagnostics& more) {
    problems.insert(problems.end(), more.begin(), more.end());
  };
  for (const LoopRegion& region : regions) {
    if (region.is_empty && choice.function.empty()) {
      sources.push_back({{}, {empty_body(region)}});
      sources.back().program.name = file;
      continue;
    }
    Reading reading(file, isa, options, choice.strict);
    Result<isa::Program> program = reading.program(marked->text, region);
    if (!program) {
      failed(program.diagnostics());
      continue;
    }
    name_registers_as_written(*program);
    said.insert(said.end(), program.diagnostics().begin(), program.diagnostics().end());
    failed(add_bodies(file, *program, region, choice, options.delay_slots, sources));
  }
  const bool any = std::any_of(sources.begin(), sources.end(), [](const LoopSource& source) {
    return !source.bodies.front().path.empty();
  });
  if (has_errors(problems) && !any)
    return problems;
  said.insert(said.end(), problems.begin(), problems.end());
  return {std::move(sources), std::move(said)};
}

} // namespace stallscope::session
