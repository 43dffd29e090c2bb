#include "base/csv.hpp"
#include "base/file_name.hpp"
#include "base/utf8.hpp"
#include "sweep/grade.hpp"
#include "text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace stallscope::sweep {

namespace {

namespace fs = std::filesystem;

/// Marks with at most two decimals: "3", "2.5".
std::string plain(double marks) {
  std::string text = fmt::format("{:.2f}", marks);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.')
    text.pop_back();
  return text;
}

/// The components of a path, last one first.
std::vector<std::string> parts_of(const std::string& path) {
  std::error_code failed;
  std::vector<std::string> parts;
  for (const fs::path& part : fs::absolute(path, failed).lexically_normal())
    if (!part.empty() && part != "/")
      parts.insert(parts.begin(), part.string());
  return parts;
}

std::string last_parts(const std::vector<std::string>& parts, std::size_t count) {
  std::string name;
  for (std::size_t i = std::min(count, parts.size()); i-- > 0;)
    name += parts[i] + (i == 0 ? "" : "/");
  return name.empty() ? "/" : name;
}

} // namespace

Result<std::vector<Submission>> submissions_of(const std::vector<std::string>& paths) {
  std::vector<std::vector<std::string>> parts;
  std::map<std::vector<std::string>, std::string> known;
  for (const std::string& path : paths) {
    parts.push_back(parts_of(path));
    const auto [other, is_new] = known.emplace(parts.back(), path);
    if (!is_new)
      return file_problem(path,
                          other->second == path
                              ? "this submission is named twice"
                              : fmt::format("'{}' is the same submission", other->second),
                          "each submission once");
  }
  std::vector<Submission> submissions(paths.size());
  std::vector<std::size_t> open(paths.size()); // submissions without a unique name so far
  for (std::size_t i = 0; i < open.size(); ++i)
    open[i] = i;
  for (std::size_t count = 1; !open.empty(); ++count) {
    std::map<std::string, unsigned> shared;
    for (const std::size_t i : open)
      ++shared[submissions[i].name = last_parts(parts[i], count)];
    std::vector<std::size_t> still_open;
    for (const std::size_t i : open)
      if (shared[submissions[i].name] > 1)
        still_open.push_back(i);
    open = std::move(still_open);
  }
  for (std::size_t i = 0; i < paths.size(); ++i) {
    submissions[i].path = paths[i];
    submissions[i].feedback_file = file_name_for(submissions[i].name, ".txt");
  }
  return submissions;
}

std::string marks_heading(const Rubric& rubric) {
  std::string text = "submission";
  for (const Task& task : rubric.tasks)
    text += "," + csv_field(clean(task.name));
  return text + ",total,of\n";
}

std::string marks_row(const Grade& grade) {
  std::string text = csv_field(clean(grade.submission));
  for (const TaskFindings& task : grade.tasks)
    text += "," + plain(task.marks);
  return text + fmt::format(",{},{}\n", plain(grade.marks), plain(grade.most));
}

std::string feedback_text(const Rubric& rubric, const Grade& grade) {
  std::string text = rubric.title.empty() ? std::string() : clean(rubric.title) + "\n";
  text += fmt::format("{}: {} of {} marks\n", clean(grade.submission), plain(grade.marks),
                      plain(grade.most));
  for (const TaskFindings& task : grade.tasks) {
    text += fmt::format("\n{}: {} of {}\n", clean(task.name), plain(task.marks), plain(task.most));
    if (!task.note.empty())
      text += "  " + clean_lines(task.note) + (task.note.back() == '\n' ? "" : "\n");
    for (const Finding& finding : task.findings) {
      text += fmt::format("  {} {} of {}  {}\n", finding.marks == finding.most ? "+" : "-",
                          plain(finding.marks), plain(finding.most), clean(finding.what));
      if (!finding.sentence.empty())
        text += "      " + clean(finding.sentence) + "\n";
    }
  }
  return text;
}

} // namespace stallscope::sweep
