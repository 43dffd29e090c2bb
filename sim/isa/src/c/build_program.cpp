#include "compilation.hpp"
#include "foreign.hpp"
#include "program/load_check.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace stallscope::isa {

namespace fs = std::filesystem;

/// The source followed by the call, as one text.
Diagnostics Compilation::make_driver(bool as_main) {
  Result<std::string> driver = driver_text(*call_, called_, as_main);
  if (!driver) {
    Diagnostics problems = driver.diagnostics();
    for (Diagnostic& d : problems)
      d.source_line = options_.call;
    return problems;
  }
  const std::string& file = files_[caller_];
  const std::string path = folder_.empty() ? file : folder_ + "/" + file;
  const std::string source = content_of_file(path);
  const std::string text = fmt::format("# 1 \"{}\"\n{}\n{}{}", file, source, *driver, members_);
  if (!temporary_.write("driver.c", text))
    return {problem_with_file(shown_name_, "the temporary folder cannot be written")};
  return {};
}

/// The files to compile and link; the file with the call is replaced by its driver.
std::vector<std::string> Compilation::inputs() const {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    if (!call_ || i != caller_) {
      words.push_back(files_[i]);
      continue;
    }
    // Headers are searched in the folder of the file, not of the driver.
    const fs::path folder = fs::path(files_[i]).parent_path();
    words.insert(words.end(),
                 {"-iquote", folder.empty() ? "." : folder.string(), temporary_.file("driver.c")});
  }
  return words;
}

/// Omits functions that are not called, so that the linker does not need their dependencies.
std::vector<std::string> Compilation::with_called_only(std::vector<std::string> words) {
  words.insert(words.end(), {"-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections",
                             "-Wl,-u,stallscope_values", "-Wl,-u,stallscope_members"});
  return words;
}

std::vector<std::string> Compilation::without_library() const {
  std::vector<std::string> words = tools_.alone;
  words.insert(words.end(), {"-nostdlib", "-nostartfiles"});
  return words;
}

bool Compilation::does_not_fit(const ChildOutput& output) {
  return !output.succeeded() && (output.err.find("' overflowed by ") != std::string::npos ||
                                 output.err.find("will not fit in region") != std::string::npos);
}

Diagnostics Compilation::make_support() {
  if (!temporary_.write("support.c", support_text()))
    return {problem_with_file(shown_name_, "the temporary folder cannot be written")};
  std::vector<std::string> words = tools_.target;
  words.insert(words.end(), {"-O1", "-fno-builtin", "-c", temporary_.file("support.c"), "-o",
                             temporary_.file("support.o")});
  const ChildOutput output = run(words);
  return output.succeeded() ? Diagnostics{} : failure(output);
}

Diagnostics Compilation::build() {
  const auto attempt = [this](const std::vector<std::string>& linking,
                              const std::vector<std::string>& behind, bool alone) {
    std::vector<std::string> words = options_of_source();
    words.insert(words.end(), linking.begin(), linking.end());
    const std::vector<std::string> files = inputs();
    words.insert(words.end(), files.begin(), files.end());
    words.insert(words.end(), {"-o", temporary_.file("program.elf")});
    const std::vector<std::string> own = libraries(alone);
    words.insert(words.end(), own.begin(), own.end());
    words.insert(words.end(), behind.begin(), behind.end());
    return run(words);
  };
  ChildOutput output;
  if (call_) {
    if (Diagnostics problems = make_driver(false); !problems.empty())
      return problems;
    if (Diagnostics problems = make_support(); !problems.empty())
      return problems;
    const std::vector<std::string> behind{temporary_.file("support.o"), "-lgcc"};
    output = attempt(without_library(), behind, true);
    // Other functions in the files may need additional symbols.
    if (!output.succeeded() && !names_not_found(output.err).empty())
      output = attempt(with_called_only(without_library()), behind, true);
    const std::vector<std::string> names = names_not_found(output.err);
    if (output.succeeded() || output.timed_out || output.interrupted || names.empty()) {
      messages_ = output.err;
      return output.succeeded() ? Diagnostics{} : failure(output);
    }
    library_for_ = with_library_for(names);
    if (Diagnostics problems = make_driver(true); !problems.empty())
      return problems;
  }
  // Functions that are not called are checked too, unless they use undefined names.
  const auto linked = [&output] {
    return output.succeeded() || output.timed_out || output.interrupted;
  };
  if (options_.looked_at)
    output = attempt(tools_.with_library, {"-Wl,--no-gc-sections"}, false);
  if (!options_.looked_at || !linked())
    output = attempt(tools_.with_library, {}, false);
  messages_ = output.err + library_for_;
  return output.succeeded() ? Diagnostics{} : failure(output);
}

/// Translates to assembly text, which is checked: see reads_files(). The translated text is the one
/// whose files were checked; it is not read again, because macros could make it a different one.
Diagnostics Compilation::translate_foreign(const std::string& source) {
  std::vector<std::string> words = options_of_source();
  if (tools_.bare_metal)
    words.emplace_back("-DSTALLSCOPE_BARE");
  words.insert(words.end(), {"-iquote", ".", "-E", source});
  const Result<std::string> text = preprocess_foreign(std::move(words), source);
  if (!text)
    return text.diagnostics();
  if (!temporary_.write("program.i", *text))
    return {problem_with_file(shown_name_, "the temporary folder cannot be written")};
  words = options_of_source();
  words.insert(words.end(), tools_.raw_assembly.begin(), tools_.raw_assembly.end());
  words.insert(words.end(),
               {"-S", temporary_.file("program.i"), "-o", temporary_.file("program.s")});
  const ChildOutput output = run(words);
  messages_ = output.err;
  if (!output.succeeded())
    return failure(output);
  if (auto problem = reads_files(content_of_file(temporary_.file("program.s")), shown_name_))
    return {*std::move(problem)};
  return {};
}

Diagnostics Compilation::build_foreign() {
  if (call_)
    if (Diagnostics problems = make_driver(false); !problems.empty())
      return problems;
  const auto link = [this](const std::vector<std::string>& linking,
                           const std::vector<std::string>& behind, bool alone) {
    std::vector<std::string> words = tools_.target;
    words.insert(words.end(), linking.begin(), linking.end());
    words.insert(words.end(), {temporary_.file("program.s"), "-o", temporary_.file("program.elf")});
    const std::vector<std::string> own = libraries(alone);
    words.insert(words.end(), own.begin(), own.end());
    words.insert(words.end(), behind.begin(), behind.end());
    return run(words);
  };
  if (Diagnostics problems =
          translate_foreign(call_ ? temporary_.file("driver.c") : files_.front());
      !problems.empty())
    return problems;
  if (call_) {
    if (Diagnostics problems = make_support(); !problems.empty())
      return problems;
    const ChildOutput output =
        link(without_library(), {temporary_.file("support.o"), "-lgcc"}, true);
    if (output.succeeded())
      return {};
    const std::vector<std::string> names = names_not_found(output.err);
    if (names.empty())
      return failure(output);
    library_for_ = with_library_for(names);
    if (Diagnostics problems = make_driver(true); !problems.empty())
      return problems;
    if (Diagnostics problems = translate_foreign(temporary_.file("driver.c")); !problems.empty())
      return problems;
  }
  ChildOutput output = link(tools_.with_library, {}, false);
  messages_ += library_for_;
  return output.succeeded() ? Diagnostics{} : failure(output);
}

} // namespace stallscope::isa
