#include "base/read_file.hpp"
#include "commands.hpp"
#include "input_output/console.hpp"
#include "input_output/result_file.hpp"
#include "isa/assemble.hpp"
#include "isa/compile_c.hpp"
#include "loop/loop_report.hpp"
#include "programs/shipped.hpp"
#include "session/loop_source.hpp"
#include "subject/subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <unistd.h>

namespace stallscope::cli {

namespace {

/// A text and its name in messages.
struct Text {
  std::string name;
  std::string bytes;
  std::optional<isa::Isa> isa; ///< by the file's name
};

/// Reads a file, standard input, or an included program; prints the reason on failure.
std::optional<Text> read_text(const std::string& name) {
  if (name == "-")
    return Text{"<stdin>", standard_input(), std::nullopt};
  Result<std::string> bytes =
      read_file(programs::file_called(name), isa::kMaxSourceBytes, "a program");
  if (bytes)
    return Text{name, std::move(bytes).value(), isa::isa_from_file_name(name)};
  if (const programs::ShippedProgram* shipped = programs::find_shipped(name))
    return Text{std::string(shipped->file), std::string(shipped->text),
                isa::isa_from_file_name(shipped->file)};
  const Result<isa::Program> program = isa::load_program(name, isa::Isa::riscv);
  print(program.diagnostics()); // the reason why the file cannot be read
  if (program)
    print_error(fmt::format("{}: not a file that can be read", name));
  return std::nullopt;
}

bool is_executable(const Text& text) {
  return text.bytes.starts_with("\x7f"
                                "ELF");
}

/// The notation: as requested, or recognised by register names or file name; otherwise RISC-V. The
/// extension .s is not significant, since all compilers use it.
std::optional<isa::Isa> notation_of(const Text& text, const Subject& subject) {
  if (!subject.isa.empty())
    return asked_notation(subject);
  if (isa::looks_like_x86(text.bytes) || isa::has_x86_string_instruction(text.bytes))
    return isa::Isa::x86;
  const isa::Isa by_name = text.isa.value_or(isa::Isa::riscv);
  return by_name == isa::Isa::riscv ? isa::isa_from_text(text.bytes).value_or(by_name) : by_name;
}

/// The region contains no instructions.
bool is_empty_body(const session::LoopBody& body) {
  return body.path.empty();
}

/// The loops read, and whether all regions were valid.
struct ReadLoops {
  std::vector<session::LoopSource> sources;
  bool complete = true;
};

/// Loops of a loaded program: of the named function, otherwise of the marked regions of its source.
Result<std::vector<session::LoopBody>> bodies_of(const LoopArguments& a,
                                                 const isa::Program& program, const Text& source) {
  std::vector<session::LoopBody> bodies;
  Diagnostics problems;
  const auto add = [&](Result<session::LoopBody> body) {
    problems.insert(problems.end(), body.diagnostics().begin(), body.diagnostics().end());
    if (body)
      bodies.push_back(std::move(body).value());
  };
  if (!a.function.empty() && a.region.empty()) {
    add(session::body_of_function(program, a.function, a.loop, a.trips));
    return bodies.empty() ? Result<std::vector<session::LoopBody>>(problems) : std::move(bodies);
  }
  const Result<session::MarkedText> marked = session::find_regions(source.name, source.bytes);
  if (!marked)
    return marked.diagnostics();
  if (marked->regions.empty()) {
    Diagnostic d;
    d.file = source.name;
    d.message = "nothing in it is marked";
    d.expected = "--function NAME, whose loop is meant, or the lines '// stallscope: begin' and "
                 "'// stallscope: end' around a loop";
    return d;
  }
  const auto regions = session::regions_called(source.name, *marked, a.region);
  if (!regions)
    return regions.diagnostics();
  for (const session::LoopRegion& region : *regions) {
    if (region.is_empty) {
      bodies.push_back(session::empty_body(region));
      continue;
    }
    const unsigned innermost =
        a.loop ? 0 : session::innermost_in_lines(program, source.name, region, a.function);
    for (const auto loop : session::innermost_of(innermost))
      add(session::body_of_lines(program, source.name, region, a.loop ? a.loop : loop, a.function,
                                 a.trips));
  }
  if (has_errors(problems) && std::all_of(bodies.begin(), bodies.end(), is_empty_body))
    return problems;
  return {std::move(bodies), std::move(problems)};
}

std::optional<ReadLoops> read_c(const LoopArguments& a, const std::string& name,
                                const machine::Machine& machine) {
  const std::optional<Text> source = read_text(name);
  if (!source)
    return std::nullopt;
  Subject subject = a.subject;
  subject.c.looked_at = a.function;
  auto program = load_program(name, subject, machine);
  if (!program)
    return std::nullopt;
  auto bodies = bodies_of(a, *program, *source);
  print(bodies.diagnostics());
  if (!bodies)
    return std::nullopt;
  ReadLoops read{{}, !has_errors(bodies.diagnostics())};
  read.sources.push_back({std::move(*program), std::move(bodies).value()});
  return read;
}

/// A C++ source, which is not compiled.
bool is_cpp_file(const std::string& name) {
  constexpr std::array<std::string_view, 5> kEndings{".cpp", ".cc", ".cxx", ".c++", ".C"};
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

/// The machine is given delay slots where the text is written for them.
std::optional<ReadLoops> read_program(const LoopArguments& a, const std::string& name,
                                      machine::Machine& machine, bool quiet) {
  if (is_cpp_file(name)) {
    print_error(fmt::format("{}: a file of C++; expected C (.c), a compiler's listing (.s), or an "
                            "executable with --function NAME",
                            name));
    return std::nullopt;
  }
  if (isa::is_c_file(name))
    return read_c(a, name, machine);
  const std::optional<Text> text = read_text(name);
  if (!text)
    return std::nullopt;
  const session::LoopChoice choice{a.region, a.function, a.loop, a.strict, a.trips};
  if (is_executable(*text)) {
    if (a.function.empty()) {
      print_error(
          fmt::format("{}: an executable; expected --function NAME, whose loop is meant", name));
      return std::nullopt;
    }
    auto program = load_program(name, a.subject, machine);
    if (!program)
      return std::nullopt;
    auto body = session::body_of_function(*program, a.function, a.loop, a.trips);
    print(body.diagnostics());
    if (!body)
      return std::nullopt;
    ReadLoops one;
    one.sources.push_back({std::move(*program), {std::move(body).value()}});
    return one;
  }
  const auto isa = notation_of(*text, a.subject);
  if (!isa)
    return std::nullopt;
  isa::AssembleOptions options;
  options.xlen = a.subject.xlen.value_or(machine.xlen);
  options.xlen_may_change = !a.subject.xlen;
  options.strict = a.strict;
  options.delay_slots = machine.delay_slot;
  auto read = session::read_loops(text->name, text->bytes, *isa, options, choice);
  for (std::size_t n = 0; read && n < read->size() && !options.delay_slots; ++n)
    if (const auto note = enable_delay_slots(machine, a.subject, (*read)[n].program)) {
      if (!quiet)
        print_warning(*note);
      options.delay_slots = true;
    }
  if (machine.delay_slot && read && !read->empty() && options.delay_slots)
    read = session::read_loops(text->name, text->bytes, *isa, options, choice);
  const bool complete = !has_errors(read.diagnostics());
  if (!complete || !quiet)
    print(read.diagnostics());
  if (!read)
    return std::nullopt;
  ReadLoops made{std::move(read).value(), complete};
  for (session::LoopSource& source : made.sources)
    if (!is_empty_body(source.bodies.front()) &&
        !set_registers(source.program, a.subject.registers))
      return std::nullopt;
  return made;
}

session::LoopAlias alias_of(const std::string& word) {
  return word == "none"  ? session::LoopAlias::none
         : word == "all" ? session::LoopAlias::all
                         : session::LoopAlias::as_is;
}

/// Prints the loop being simulated to standard error, once per second.
class LoopMeter {
public:
  explicit LoopMeter(bool quiet) : quiet_(quiet), start_(Clock::now()) {}
  bool operator()(const std::string& what) {
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    if (!quiet_ && seconds >= last_ + 1) {
      std::fprintf(stderr, "stallscope: %.0f s: %s\n", seconds, what.c_str());
      last_ = seconds;
    }
    return !interrupted();
  }

private:
  using Clock = std::chrono::steady_clock;
  bool quiet_;
  Clock::time_point start_;
  double last_ = 0;
};

std::optional<machine::Machine> machine_called(const std::string& name,
                                               const std::vector<std::string>& settings,
                                               const char* option) {
  if (name == kReferenceMachine) {
    print_error(fmt::format("{} {}: it has no pipeline, so a loop has no cycles there; expected "
                            "another machine (see 'stallscope machines')",
                            option, name));
    return std::nullopt;
  }
  return load_machine(name, settings);
}

/// A machine, and the loops as they are assembled for it.
struct LoopSubject {
  machine::Machine machine;
  std::vector<session::LoopSource> sources;
  bool complete = true;
};

/// The loops of all programs. Prints what is wrong; false: there is nothing to analyse.
bool read_sources(const LoopArguments& a, LoopSubject& subject, bool quiet) {
  for (const std::string* name : {&a.subject.program, &a.against}) {
    if (name->empty())
      continue;
    auto read = read_program(a, *name, subject.machine, quiet);
    if (!read)
      return false;
    subject.complete &= read->complete;
    for (session::LoopSource& source : read->sources)
      subject.sources.push_back(std::move(source));
  }
  return true;
}

/// Analyses every loop on every machine. Prints what is wrong, and says whether nothing is; ends
/// when interrupted.
bool analyse(const LoopArguments& a, const std::vector<LoopSubject>& subjects,
             LoopReports& reports) {
  LoopMeter meter(a.look.quiet);
  session::LoopOptions options;
  options.alias = alias_of(a.alias);
  options.iterations = a.iterations;
  options.caches = a.caches;
  options.what_if = !a.no_whatif;
  options.shown = a.timeline;
  bool complete = true;
  const auto add = [&](const session::LoopSource& source, const session::LoopBody& body,
                       const machine::Machine& machine) {
    if (is_empty_body(body)) {
      reports.emplace_back();
      reports.back().program = source.program.name;
      reports.back().machine = machine.name;
      reports.back().body = body;
      return;
    }
    options.progress = [&](const std::string& what) {
      return meter(fmt::format("{} on {}: {}", source.program.name, machine.name, what));
    };
    auto report = session::analyse_loop(source.program, body, machine, options);
    if (!report && interrupted())
      return;
    print(report.diagnostics());
    complete &= report.ok();
    if (report)
      reports.push_back(std::move(report).value());
  };
  for (std::size_t n = 0; n < subjects.front().sources.size(); ++n)
    for (std::size_t k = 0; k < subjects.front().sources[n].bodies.size(); ++k)
      for (const LoopSubject& one : subjects)
        if (!interrupted() && n < one.sources.size() && k < one.sources[n].bodies.size())
          add(one.sources[n], one.sources[n].bodies[k], one.machine);
  return complete;
}

} // namespace

int loop_command(const LoopArguments& arguments) {
  catch_interrupts();
  LoopArguments a = arguments;
  if (a.subject.program.empty()) {
    if (isatty(STDIN_FILENO) == 1) {
      print_error("PROGRAM is required: expected a file, or standard input that is not a terminal "
                  "(see 'stallscope loop --help')");
      return kExitBadInput;
    }
    a.subject.program = "-";
  }
  if (a.subject.program == "-" && a.against == "-") {
    print_error("PROGRAM and --against are both '-', but there is only one standard input");
    return kExitBadInput;
  }
  if (!a.output_file.empty() && !can_write(a.output_file))
    return kExitBadInput;
  std::vector<LoopSubject> subjects;
  auto first = machine_called(a.subject.machine, a.subject.settings, "--machine");
  if (!first)
    return kExitBadInput;
  subjects.push_back({std::move(*first), {}});
  if (!a.compare.empty()) {
    std::vector<std::string> settings;
    if (a.strict)
      settings.emplace_back("missing_unit=error");
    auto second = machine_called(a.compare, settings, "--compare");
    if (!second)
      return kExitBadInput;
    subjects.push_back({std::move(*second), {}});
  }
  bool complete = true;
  for (LoopSubject& one : subjects) {
    const bool is_first = &one == &subjects.front();
    if (!is_first && !subjects.front().machine.delay_slot && !one.machine.delay_slot &&
        one.machine.dynamic.has_value() == subjects.front().machine.dynamic.has_value()) {
      one.sources = subjects.front().sources;
      continue;
    }
    if (!read_sources(a, one, a.look.quiet || !is_first))
      return interrupted() ? kExitInterrupted : kExitBadInput;
    complete &= one.complete;
  }
  LoopReports reports;
  complete &= analyse(a, subjects, reports);
  if (std::all_of(reports.begin(), reports.end(),
                  [](const session::LoopReport& one) { return is_empty_body(one.body); }))
    return interrupted() ? kExitInterrupted : kExitBadInput;
  const bool beside = subjects.size() > 1 || !a.against.empty();
  const bool to_file = !a.output_file.empty() && !is_standard_output(a.output_file);
  const std::string text = a.format == Format::json  ? loop_json(reports)
                           : a.format == Format::csv ? loop_csv(reports)
                           : a.format == Format::html
                               ? loop_html(reports, beside)
                               : loop_text(reports, beside, text_style(a.look, to_file));
  if (!write_result(a.output_file, text))
    return kExitBadInput;
  return interrupted() ? kExitInterrupted : complete ? kExitOk : kExitBadInput;
}

} // namespace stallscope::cli
