#include "compilation.hpp"
#include "program/load_check.hpp"
#include "struct_members.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace stallscope::isa {

/// Chooses the function to call: the one given by the user, main, the function to display, or the
/// only one.
Diagnostics Compilation::choose_call(const std::string& preprocessed) {
  const CSource source = read_c(preprocessed);
  const std::vector<CFunction>& functions = source.functions;
  const bool has_main = std::any_of(functions.begin(), functions.end(),
                                    [](const CFunction& f) { return f.name == "main"; });
  Diagnostics problems = options_.call.empty() ? call_with_zeros(functions, has_main)
                                               : call_as_said(functions, has_main);
  if (!problems.empty())
    return problems;
  if (auto problem = declared_in_parameters(); call_ && problem)
    return {*std::move(problem)};
  for (std::size_t i = 0; i < files_.size(); ++i)
    if (called_.file == files_[i])
      caller_ = i;
  if (call_) {
    MembersText members = members_text(source.structures.at(called_.unit), *call_, called_);
    members_ = std::move(members.text);
    if (!members.note.empty())
      note_ += (note_.empty() ? "" : "; ") + members.note;
  }
  return {};
}

/// A type declared in a parameter list is local to the function: no caller can use it.
std::optional<Diagnostic> Compilation::declared_in_parameters() const {
  for (const CParameter& parameter : called_.parameters) {
    if (parameter.body == 0)
      continue;
    const std::string& tag = parameter.words[parameter.body - 1];
    const std::string& before = parameter.words[parameter.body > 1 ? parameter.body - 2 : 0];
    const bool has_name = tag != "struct" && tag != "union" && tag != "enum";
    Diagnostic d = problem_with_file(
        called_.file,
        fmt::format("{} is declared in the parameters of {}, so that no call can have one",
                    has_name ? fmt::format("'{} {}'", before, tag)
                             : fmt::format("{} {}", tag == "enum" ? "an" : "a", tag),
                    called_.name));
    d.line = parameter.line;
    d.expected = "its declaration in front of the function";
    const std::string path = folder_.empty() ? called_.file : folder_ + "/" + called_.file;
    std::istringstream text(content_of_file(path));
    for (std::uint32_t n = 0; n < d.line && std::getline(text, d.source_line);)
      ++n;
    if (const std::size_t at = d.source_line.find(has_name ? before + " " + tag : tag);
        at != std::string::npos)
      d.column = static_cast<std::uint32_t>(at + 1);
    return d;
  }
  return std::nullopt;
}

Diagnostics Compilation::call_with_zeros(const std::vector<CFunction>& functions, bool has_main) {
  // In assembly or an object, main is not visible here: the linker finds it.
  const bool all_seen = std::all_of(files_.begin(), files_.end(), is_c_file);
  if (has_main || (!all_seen && functions.empty()))
    return {};
  std::vector<CFunction> callable;
  for (const CFunction& f : functions)
    if (!f.is_static || functions.size() == 1 || f.name == options_.looked_at)
      callable.push_back(f);
  const bool any = options_.looked_at && !callable.empty();
  if (callable.size() != 1 && !any)
    return all_seen ? Diagnostics{not_one_function(functions, callable)} : Diagnostics{};
  const auto named = std::find_if(callable.begin(), callable.end(), [this](const CFunction& f) {
    return f.name == options_.looked_at;
  });
  called_ = named == callable.end() ? callable.front() : *named;
  call_ = isa::call_with_zeros(called_);
  if (!options_.looked_at)
    note_ = note_of_zeros();
  return {};
}

Diagnostic Compilation::not_one_function(const std::vector<CFunction>& functions,
                                         const std::vector<CFunction>& callable) const {
  std::string names;
  for (std::size_t i = 0; i < std::min<std::size_t>(callable.size(), 10); ++i)
    names += fmt::format("{}'{}'", names.empty() ? "" : ", ", callable[i].prototype);
  Diagnostic d = problem_with_file(
      shown_name_, functions.empty() ? "there is no function in the file"
                                     : "there is no main, and more than one function");
  d.expected = callable.empty()
                   ? "a function"
                   : fmt::format("--call with one of them, e.g. --call '{}(...)': {}{}",
                                 callable.front().name, names, callable.size() > 10 ? ", ..." : "");
  return d;
}

std::string Compilation::note_of_zeros() const {
  if (called_.parameters.empty())
    return fmt::format("there is no main: {} is called", called_.name);
  const bool memory = std::any_of(called_.parameters.begin(), called_.parameters.end(),
                                  [](const CParameter& p) { return p.is_pointer(); });
  const bool function = std::any_of(called_.parameters.begin(), called_.parameters.end(),
                                    [](const CParameter& p) { return p.is_function(); });
  return fmt::format(
      "there is no main: {} is called with zeros{}{}; to choose: --call '{}(...)' for "
      "{}",
      called_.name, memory ? fmt::format(", pointers to {} elements of 0", kZeroedElements) : "",
      function ? ", null pointers to functions" : "", called_.name, called_.prototype);
}

Diagnostics Compilation::call_as_said(const std::vector<CFunction>& functions, bool has_main) {
  Result<CallText> call = parse_call(options_.call);
  if (!call)
    return call.diagnostics();
  const auto function = called_function(*call, functions, shown_name_);
  Diagnostics problems = function.diagnostics();
  for (Diagnostic& d : problems)
    d.source_line = options_.call;
  if (!function)
    return problems;
  call_ = *call;
  called_ = *function;
  note_ = pad_lists(*call_, called_);
  calls_main_too_ = has_main && called_.name != "main";
  if (called_.name == "main") {
    call_.reset();
    note_ = "main is called as programs are, with what stands behind --";
  }
  return {};
}

} // namespace stallscope::isa
