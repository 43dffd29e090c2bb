#include "isa/compile_c.hpp"

#include "base/input_limits.hpp"
#include "base/read_file.hpp"
#include "base/sha256.hpp"
#include "c_cache.hpp"
#include "compilation.hpp"
#include "foreign.hpp"
#include "isa/assemble.hpp"
#include "program/load_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <sstream>

namespace stallscope::isa {

namespace fs = std::filesystem;

namespace {

/// In the temporary folder: Toolchain::library_specs.
constexpr const char* kLibrarySpecs = "libraries.specs";

/// A name that no program takes for an option.
std::string as_word(const std::string& file) {
  return file.starts_with('-') ? "./" + file : file;
}

/// Files allowed besides C: assembly text, objects and archives.
bool goes_with_c(const std::string& file) {
  return is_preprocessed(file) || file.ends_with(".s") || file.ends_with(".o") ||
         file.ends_with(".a");
}

/// An error for an option with which the compiler produces no program, or one for another machine.
std::optional<Diagnostic> unfit_flag(const std::vector<std::string>& flags) {
  const auto is_one_of = [](const std::string& flag, std::initializer_list<const char*> words) {
    return std::find(words.begin(), words.end(), flag) != words.end();
  };
  for (const std::string& flag : flags) {
    Diagnostic d;
    if (flag.starts_with("-o")) {
      d.message =
          fmt::format("--cflags {}: the program that is made goes nowhere but into the run", flag);
      d.expected = "no -o";
    } else if (is_one_of(flag, {"-c", "-S", "-E", "-M", "-MM", "-r", "-shared", "-fsyntax-only",
                                "-###", "--version", "--help", "-dumpversion", "-dumpmachine"})) {
      d.message = fmt::format("--cflags {}: with it the compiler makes no program that runs", flag);
      d.expected = "options such as -Wall, -std=c99 or -funroll-loops";
    } else if (flag.starts_with("-march=") || flag.starts_with("-mabi=")) {
      d.message = fmt::format("--cflags {}: libraries and machine have to agree with it", flag);
      d.expected = "--march, such as --march rv32imc; the ABI follows";
    } else {
      continue;
    }
    return d;
  }
  return std::nullopt;
}

} // namespace

bool is_preprocessed(const std::string& file) {
  return is_c_file(file) || file.ends_with(".S");
}

std::string content_of_file(const std::string& path) {
  Result<std::string> content =
      read_file(path, Compilation::kMostOutputBytes, "a file", Streams::refuse);
  return content ? std::move(content).value() : std::string();
}

Compilation::Compilation(const std::string& file, const COptions& options)
    : shown_name_(file), options_(options), files_{as_word(file)} {
  for (const std::string& more : options.files)
    files_.push_back(as_word(more));
}

Result<CompiledC> Compilation::compile() {
  if (auto problem = unfit_flag(options_.flags))
    return *std::move(problem);
  if (auto problem = check_files())
    return *std::move(problem);
  Result<Toolchain> tools = find_toolchain(options_);
  if (!tools) {
    Diagnostics problems = tools.diagnostics();
    for (Diagnostic& d : problems)
      d.file = d.message.starts_with("--") ? "" : shown_name_;
    return problems;
  }
  tools_ = std::move(tools).value();
  if (temporary_.path().empty())
    return problem_with_file(shown_name_, "there is no temporary folder to compile in");
  if (!tools_.library_specs.empty() && !temporary_.write(kLibrarySpecs, tools_.library_specs))
    return problem_with_file(shown_name_, "the temporary folder cannot be written");
  if (options_.foreign)
    if (auto problem = move_in())
      return *std::move(problem);
  Result<std::string> preprocessed = preprocess();
  if (!preprocessed)
    return preprocessed.diagnostics();
  if (auto problems = choose_call(*preprocessed); !problems.empty())
    return problems;
  const std::string key = options_.cache && !options_.foreign && may_be_cached(*preprocessed)
                              ? key_of(*preprocessed)
                              : std::string();
  if (!key.empty())
    if (auto known = cached_program(key))
      return finished(std::move(known->elf), known->messages, true);
  if (auto problems = options_.foreign ? build_foreign() : build(); !problems.empty())
    return problems;
  std::string elf = content_of_file(temporary_.file("program.elf"));
  if (!key.empty())
    keep_in_cache(key, {messages_, elf});
  return finished(std::move(elf), messages_, false);
}

std::optional<Diagnostic> Compilation::check_files() const {
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const std::string& file = files_[i];
    std::error_code failed;
    if (!goes_with_c(file)) {
      Diagnostic d = problem_with_file(file, "this cannot be linked with C");
      d.expected = "files that end in .c, .s, .S, .o or .a";
      return d;
    }
    if (fs::is_directory(file, failed))
      return problem_with_file(file, "this is a directory, not a program");
    const std::uint64_t bytes = fs::file_size(file, failed);
    if (failed)
      return problem_with_file(file,
                               failed == std::errc::no_such_file_or_directory
                                   ? "there is no such file"
                                   : fmt::format("the file cannot be read: {}", failed.message()));
    if (bytes > kMaxSourceBytes)
      return problem_with_file(
          file, fmt::format("the file is too large, more than {} MiB", kMaxSourceBytes >> 20));
    if (is_c_file(file) && std::count(files_.begin(), files_.end(), file) > 1)
      return problem_with_file(file, "the file is named twice");
  }
  return std::nullopt;
}

std::optional<Diagnostic> Compilation::move_in() {
  folder_ = temporary_.file("hand-in");
  std::error_code failed;
  fs::create_directory(folder_, failed);
  const Result<std::string> copy = copy_hand_in(shown_name_, folder_);
  if (!copy)
    return copy.diagnostics().front();
  files_ = {as_word(*copy)};
  return std::nullopt;
}

std::vector<std::string> Compilation::options_of_source() const {
  std::vector<std::string> words = tools_.target;
  for (const std::string& folder : options_.include_folders)
    words.push_back("-I" + folder);
  for (const std::string& definition : options_.definitions)
    words.push_back("-D" + definition);
  words.push_back("-g");
  words.push_back(
      "-O" + std::string(options_.optimize.empty() ? kDefaultOptimization : options_.optimize));
  words.insert(words.end(), options_.flags.begin(), options_.flags.end());
  // The call is appended to the source, so that the code of the source is the same for every call.
  if (call_)
    words.insert(words.end(), tools_.in_order.begin(), tools_.in_order.end());
  if (calls_main_too_)
    words.emplace_back("-Dmain=stallscope_uncalled_main");
  if (!folder_.empty())
    words.push_back(fmt::format("-fdebug-prefix-map={}=.", folder_));
  return words;
}

/// `alone`: without the C library; bare-metal compilers then do not know its folder.
std::vector<std::string> Compilation::libraries(bool alone) const {
  std::vector<std::string> words;
  for (const std::string& library : options_.libraries)
    words.push_back("-l" + library);
  if (!alone || !tools_.bare_metal)
    words.emplace_back("-lm");
  return words;
}

ChildOutput Compilation::run(std::vector<std::string> words) {
  ChildOptions options;
  options.folder = folder_;
  options.plain_messages = true;
  options.go_on = options_.go_on;
  options.limits.wall_seconds = options_.limit_seconds;
  options.limits.output_bytes = kMostOutputBytes;
  if (options_.foreign)
    options.limits = {.wall_seconds = options_.limit_seconds,
                      .processor_seconds = static_cast<std::uint64_t>(options_.limit_seconds) + 1,
                      .memory_bytes = 2ULL << 30,
                      .file_bytes = 64ULL << 20,
                      .output_bytes = 64ULL << 20};
  if (!tools_.library_specs.empty())
    words.insert(words.begin(), "-specs=" + temporary_.file(kLibrarySpecs));
  words.insert(words.begin(), tools_.program);
  return run_program(words, options);
}

/// Converts compiler messages to diagnostics for the user's files and lines.
Diagnostics Compilation::readable(std::string_view messages) const {
  Diagnostics all = compiler_diagnostics(messages);
  Diagnostics kept;
  std::map<std::string, std::vector<std::string>> lines;
  for (Diagnostic& d : all) {
    if (d.file == "call" || (d.file == "--call" && d.severity == Severity::note))
      continue; // text generated here
    if (d.file.starts_with(temporary_.path()))
      d.file = shown_name_;
    while (options_.foreign && d.file.starts_with("./") && d.file != files_.front())
      d.file.erase(0, 2); // printed by the linker as "././sum.c"
    // For a submission, messages about other files are suppressed, except linker messages about its
    // own symbols.
    const std::string own = files_.front();
    if (options_.foreign && d.file.empty() && d.message.starts_with("multiple definition of ")) {
      d.message.resize(std::min(d.message.find(';'), d.message.size()));
      d.file = own;
    }
    if (options_.foreign && d.file != own && d.file != "./" + own && d.file != "--call" &&
        d.file != shown_name_)
      continue;
    if (d.file == "--call") {
      d.line = 1;
      d.column = 0;
      d.source_line = options_.call;
    } else if (d.line != 0 && !d.file.empty()) {
      const std::string path = folder_.empty() ? d.file : folder_ + "/" + d.file;
      auto& text = lines[path];
      if (text.empty())
        if (const auto source = read_file(path, InputLimits::source_file, "", Streams::refuse)) {
          std::istringstream in(*source);
          for (std::string line; std::getline(in, line);)
            text.push_back(line);
        }
      if (d.line <= text.size())
        d.source_line = text[d.line - 1];
    } else if (d.file.empty()) {
      d.file = shown_name_;
    }
    kept.push_back(std::move(d));
  }
  return kept;
}

Diagnostics Compilation::failure(const ChildOutput& output) {
  const auto whole = [this](std::string message, std::string expected = {}) {
    Diagnostic d = problem_with_file(shown_name_, std::move(message));
    d.expected = std::move(expected);
    return Diagnostics{d};
  };
  if (output.timed_out)
    return whole(fmt::format("the compiler was ended after {} seconds", options_.limit_seconds));
  if (output.interrupted)
    return whole("the compiler was interrupted");
  if (output.too_long)
    return whole("the compiler writes too much");
  if (!output.started)
    return whole(fmt::format("{} cannot be started", tools_.program));
  Diagnostics problems = readable(output.err);
  if (has_errors(problems))
    return problems;
  if (does_not_fit(output))
    return whole("code, or data and stack, take more than 128 MiB", "smaller arrays");
  if (output.err.find("relocation truncated to fit") != std::string::npos)
    return whole("code and data take more than 2 GiB", "smaller arrays");
  // The gcc driver reports a signal that terminated one of its programs.
  const bool ended =
      output.exit_code > 128 || output.err.find(" signal terminated program ") != std::string::npos;
  if (ended && options_.foreign)
    return whole("the compiler was ended: it takes more time, memory or room than it may");
  return whole(options_.foreign
                   ? std::string("it cannot be compiled")
                   : fmt::format("the compiler fails: {}", output.err.substr(0, 2000)));
}

Result<std::string> Compilation::preprocess() {
  std::vector<std::string> words = options_of_source();
  words.insert(words.end(), {"-E"});
  for (const std::string& file : files_)
    if (is_preprocessed(file))
      words.push_back(file);
  if (options_.foreign)
    return preprocess_foreign(std::move(words), files_.front());
  const ChildOutput output = run(words);
  if (!output.succeeded())
    return failure(output);
  return output.out;
}

/// The text, if all files included in it are allowed. Otherwise nothing is printed, not even an
/// #error, that depends on their content.
Result<std::string> Compilation::preprocess_foreign(std::vector<std::string> words,
                                                    const std::string& source) {
  words.insert(words.end(), {"-H", "-MD", "-MF", temporary_.file("dependencies")});
  const ChildOutput output = run(words);
  if (auto problem = outside_files(files_of_listing(output.err), folder_, shown_name_, source))
    return *std::move(problem);
  if (!output.succeeded())
    return failure(output);
  const std::string rule = content_of_file(temporary_.file("dependencies"));
  if (rule.empty())
    return problem_with_file(shown_name_, "the compiler does not say which files it reads");
  if (auto problem = outside_files(files_of_rule(rule), folder_, shown_name_, source))
    return *std::move(problem);
  if (auto problem = loads_state(output.out, shown_name_))
    return *std::move(problem);
  return output.out;
}

/// All inputs of the program are known.
bool Compilation::may_be_cached(const std::string& preprocessed) const {
  return preprocessed.find("incbin") == std::string::npos &&
         preprocessed.find(".include") == std::string::npos &&
         std::all_of(options_.libraries.begin(), options_.libraries.end(),
                     [](const std::string& name) { return name == "m" || name == "c"; }) &&
         std::none_of(options_.flags.begin(), options_.flags.end(), [](const std::string& flag) {
           return flag.starts_with("-L") || flag.starts_with("-Wl,") || flag.starts_with("@") ||
                  flag.starts_with("-T") || flag.starts_with("-f");
         });
}

std::string Compilation::key_of(const std::string& preprocessed) const {
  Sha256 hash;
  hash.add_field("compiled C, 6");
  std::error_code failed;
  const fs::path program = fs::canonical(tools_.program, failed);
  hash.add_field(program.string());
  hash.add_field(fmt::format("{} {}", fs::file_size(program, failed),
                             fs::last_write_time(program, failed).time_since_epoch().count()));
  for (const auto* words : {&tools_.with_library, &tools_.alone})
    for (const std::string& word : *words)
      hash.add_field(word);
  hash.add_field(tools_.library_specs);
  for (const std::string& word : options_of_source())
    hash.add_field(word);
  for (const std::string& word : libraries(false))
    hash.add_field(word);
  hash.add_field(fs::current_path(failed).string()); // it is part of the debug information
  hash.add_field(options_.looked_at ? "all functions" : "");
  hash.add_field(preprocessed);
  for (const std::string& file : files_) {
    hash.add_field(file);
    if (!is_preprocessed(file))
      hash.add_field(content_of_file(file));
  }
  if (call_) {
    const auto driver = driver_text(*call_, called_, false);
    hash.add_field(driver ? *driver : std::string());
    hash.add_field(support_text());
    hash.add_field(members_);
  }
  return hash.hex();
}

Result<CompiledC> Compilation::finished(std::string elf, const std::string& messages,
                                        bool cached) const {
  CompiledC made;
  made.elf = std::move(elf);
  made.bare_metal = tools_.bare_metal;
  made.from_cache = cached;
  made.made_by = fmt::format("{} -O{}", tools_.made_by,
                             options_.optimize.empty() ? kDefaultOptimization
                                                       : std::string_view(options_.optimize));
  made.note = note_;
  if (const std::string names = library_is_for(messages); !names.empty())
    made.note +=
        fmt::format("{}the run includes the start of the C library, which is linked for {}",
                    note_.empty() ? "" : "; ", names);
  Diagnostics warnings = readable(messages);
  warnings.erase(std::remove_if(warnings.begin(), warnings.end(),
                                [](const Diagnostic& d) { return d.severity == Severity::error; }),
                 warnings.end());
  return {std::move(made), std::move(warnings)};
}

Result<CompiledC> compile_c(const std::string& file, const COptions& options) {
  return Compilation(file, options).compile();
}

} // namespace stallscope::isa
