#include "sweep/merge.hpp"

#include "text_file.hpp"

#include <fmt/format.h>

#include <map>

namespace stallscope::sweep {

namespace {

/// A row with its source file.
struct Known {
  Row row;
  std::size_t file = 0;
};

/// Failures of the host rather than the point, which a retry may avoid.
bool is_accident(const Row& row) {
  const std::string_view stop = row.text(Column::stop);
  return row.failed() && (stop == "seconds" || stop == "memory" || stop == "crash");
}

/// A cell shortened for a message, since it may be a text of many megabytes.
std::string shown_in_message(std::string text) {
  constexpr std::size_t kMostShown = 200;
  if (text.size() > kMostShown)
    text.replace(kMostShown, std::string::npos, "...");
  return text;
}

class Merger {
public:
  explicit Merger(const std::vector<std::string>& files) : files_(files) {}

  Result<Merged> merge() {
    for (std::size_t i = 0; i < files_.size(); ++i)
      add_file(i);
    if (!problems_.empty())
      return std::move(problems_);
    merged_.info.shard = merged_.info.shards = 1;
    merged_.missing = merged_.info.points - rows_.size();
    for (auto& [number, known] : rows_)
      merged_.rows.push_back(std::move(known.row));
    return std::move(merged_);
  }

private:
  void add_file(std::size_t file);
  void add(Row&& row, std::size_t file);
  bool same_experiment(const DatabaseInfo& info, std::size_t file);
  void add_all(const Diagnostics& found) {
    problems_.insert(problems_.end(), found.begin(), found.end());
  }

  const std::vector<std::string>& files_;
  Merged merged_;
  std::map<std::int64_t, Known> rows_;
  Diagnostics problems_;
};

bool Merger::same_experiment(const DatabaseInfo& info, std::size_t file) {
  if (file == 0) {
    merged_.info = info;
    return true;
  }
  const DatabaseInfo& first = merged_.info;
  if (info.plan_hash != first.plan_hash || info.points != first.points)
    problems_.push_back(
        file_problem(files_[file], fmt::format("its experiment is not that of {}", files_.front()),
                     "shards of one experiment, with the same programs and machines"));
  else if (info.version != first.version)
    problems_.push_back(file_problem(files_[file],
                                     fmt::format("it was made by version {}, and {} by version {}",
                                                 info.version, files_.front(), first.version),
                                     "databases that one version has made"));
  else
    return true;
  return false;
}

void Merger::add(Row&& row, std::size_t file) {
  const std::int64_t number = row.integer(Column::point);
  const auto [at, is_new] = rows_.try_emplace(number, Known{row, file});
  if (is_new)
    return;
  Known& known = at->second;
  if (is_accident(known.row) || is_accident(row)) {
    if (is_accident(known.row) && !is_accident(row))
      known = {std::move(row), file};
    ++merged_.twice;
    return;
  }
  for (std::size_t i = 0; i < kColumnCount; ++i)
    if (!columns()[i].host && known.row.cells[i] != row.cells[i]) {
      problems_.push_back(file_problem(
          files_[file],
          fmt::format("point {} ({} on {}): {} is '{}', and '{}' in {}", number,
                      shown_in_message(std::string(row.text(Column::program))),
                      shown_in_message(std::string(row.text(Column::machine))), columns()[i].name,
                      shown_in_message(to_text(row.cells[i])),
                      shown_in_message(to_text(known.row.cells[i])), files_[known.file]),
          "the same results of a point everywhere"));
      return;
    }
  ++merged_.twice;
}

void Merger::add_file(std::size_t file) {
  auto database = Database::open_to_read(files_[file]);
  if (!database)
    return add_all(database.diagnostics());
  if (!same_experiment(database->info(), file))
    return;
  const auto points = static_cast<std::int64_t>(database->info().points);
  bool strange = false;
  add_all(database->for_each([&](Row&& row) {
    const std::int64_t number = row.integer(Column::point);
    if (number >= 1 && number <= points)
      add(std::move(row), file);
    else
      strange = true;
  }));
  if (strange)
    problems_.push_back(file_problem(files_[file], "it has points that its experiment has not"));
}

} // namespace

Result<Merged> merge_databases(const std::vector<std::string>& files) {
  return Merger(files).merge();
}

} // namespace stallscope::sweep
