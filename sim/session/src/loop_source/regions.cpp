#include "base/trimmed.hpp"
#include "loop_source/region_markers.hpp"
#include "session/loop_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace stallscope::session {

namespace {

/// The line without its comments.
std::string_view without_comment(std::string_view line) {
  return line.substr(0, std::min(line.find('#'), line.find("//")));
}

class RegionReader {
public:
  RegionReader(std::string_view file, std::string_view text) : file_(file) {
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      lines_.emplace_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
    written_ = lines_;
  }

  Result<MarkedText> run() {
    for (line_ = 0; line_ < lines_.size(); ++line_)
      if (const CommentMarker marker = comment_marker(lines_[line_]); marker.mark != Mark::none)
        take_comment(marker);
      else if (const CommentMarker late = misplaced_marker(lines_[line_]); late.mark != Mark::none)
        error(line_number(), late.column,
              fmt::format("{} behind something else on its line",
                          name(late.kind, late.mark == Mark::begin)),
              "a marker on a line of its own");
      else
        read_statements();
    for (const Open& open : open_)
      error(open.line, open.column,
            fmt::format("{} without its end", title(open.kind, true, open.name)),
            fmt::format("{} behind it", name(open.kind, false)));
    if (!problems_.empty())
      return problems_;
    for (LoopRegion& region : made_.regions)
      region.is_empty = is_empty(region);
    tell_apart();
    for (const std::string& line : lines_)
      made_.text += line + '\n';
    if (!made_.text.empty())
      made_.text.pop_back(); // ends as the original text does
    return std::move(made_);
  }

private:
  /// A region whose begin marker has been read and whose end marker has not.
  struct Open {
    MarkerKind kind = MarkerKind::llvm_mca;
    std::string name;
    std::uint32_t line = 1; ///< line of the begin marker
    std::uint32_t column = 1;
    std::uint32_t first_line = 1; ///< first line of the region
  };

  static std::string title(MarkerKind kind, bool begins, const std::string& region) {
    return fmt::format("{}{}{}", name(kind, begins), region.empty() ? "" : " ", region);
  }

  void error(std::uint32_t line, std::uint32_t column, std::string message, std::string expected) {
    Diagnostic problem;
    problem.file = file_;
    problem.line = line;
    problem.column = column;
    problem.message = std::move(message);
    problem.expected = std::move(expected);
    if (line >= 1 && line <= lines_.size())
      problem.source_line = written_[line - 1];
    problems_.push_back(std::move(problem));
  }

  [[nodiscard]] std::uint32_t line_number() const { return static_cast<std::uint32_t>(line_ + 1); }

  void take_comment(const CommentMarker& marker) {
    if (marker.mark == Mark::begin)
      begin({marker.kind, marker.name, line_number(), marker.column, line_number() + 1});
    else
      end({marker.kind, marker.name, line_number(), marker.column}, line_number() - 1);
    lines_[line_].clear();
  }

  static constexpr std::size_t kInside = std::string::npos;

  /// Replaces instruction markers by spaces. On a line with code on both sides only the part inside
  /// the region is kept.
  void read_statements() {
    const std::string_view code = without_comment(lines_[line_]);
    const std::size_t length = code.size();
    std::size_t outside = kInside; // columns from here on are outside the region
    for (std::size_t at = 0; at < length;) {
      const std::size_t end_of = std::min(lines_[line_].find(';', at), length);
      const std::string_view statement = std::string_view(lines_[line_]).substr(at, end_of - at);
      const std::string_view words = trimmed(statement);
      const auto blanks = static_cast<std::size_t>(words.data() - statement.data());
      const Mark mark = bytes_.statement(words, {line_, at + blanks});
      at = std::min(end_of + 1, length);
      if (mark != Mark::none)
        take_bytes(mark, at, outside);
    }
    if (outside != kInside)
      blank(line_, outside, length);
  }

  /// `behind`: column at which the line continues after the marker.
  void take_bytes(Mark mark, std::size_t behind, std::size_t& outside) {
    const ByteMarkers::Place from = bytes_.begin();
    const Open place{bytes_.kind(),
                     {},
                     static_cast<std::uint32_t>(from.line + 1),
                     static_cast<std::uint32_t>(from.offset + 1),
                     line_number()};
    if (mark == Mark::begin) {
      begin(place);
      blank(line_, outside == kInside ? 0 : outside, behind);
      outside = kInside;
    } else {
      end(place, place.line);
      if (from.line == line_)
        outside = from.offset;
      else
        blank(line_, 0, behind);
    }
    for (std::size_t line = from.line; line < line_; ++line)
      blank(line, line == from.line ? from.offset : 0, lines_[line].size());
  }

  void blank(std::size_t line, std::size_t from, std::size_t to) {
    std::fill(lines_[line].begin() + static_cast<std::ptrdiff_t>(from),
              lines_[line].begin() + static_cast<std::ptrdiff_t>(to), ' ');
  }

  void begin(Open open) {
    const bool twice = std::any_of(open_.begin(), open_.end(), [&](const Open& other) {
      return other.kind == open.kind && other.name == open.name;
    });
    if (twice)
      error(open.line, open.column,
            fmt::format("{} inside itself", title(open.kind, true, open.name)),
            fmt::format("{} first", name(open.kind, false)));
    else
      open_.push_back(std::move(open));
  }

  /// Ends a region. Without a name: the youngest unnamed region, or the only open one.
  void end(const Open& marker, std::uint32_t last_line) {
    auto found = std::find_if(open_.rbegin(), open_.rend(), [&](const Open& open) {
      return open.kind == marker.kind && open.name == marker.name;
    });
    if (found == open_.rend() && marker.name.empty())
      found = std::find_if(open_.rbegin(), open_.rend(),
                           [&](const Open& open) { return open.kind == marker.kind; });
    if (found == open_.rend()) {
      error(marker.line, marker.column,
            fmt::format("{} without its beginning", title(marker.kind, false, marker.name)),
            fmt::format("{} in front of it", title(marker.kind, true, marker.name)));
      return;
    }
    made_.regions.push_back({.name = found->name,
                             .first_line = found->first_line,
                             .last_line = last_line,
                             .marked_name = found->name,
                             .line = found->line,
                             .column = found->column,
                             .is_empty = false});
    open_.erase(std::next(found).base());
  }

  [[nodiscard]] bool is_empty(const LoopRegion& region) const {
    for (std::uint32_t n = region.first_line; n <= region.last_line && n <= lines_.size(); ++n) {
      const std::string_view line = trimmed(lines_[n - 1]);
      if (!line.empty() && !line.starts_with('#') && !line.starts_with("//") &&
          !line.starts_with(';'))
        return false;
    }
    return true;
  }

  /// Code duplicated by a compiler, such as the body of an inlined function, has several regions of
  /// one name: their lines are joined.
  void tell_apart() {
    std::map<std::string, unsigned> count;
    for (const LoopRegion& region : made_.regions)
      ++count[region.marked_name];
    for (LoopRegion& region : made_.regions)
      if (!region.name.empty() && count[region.marked_name] > 1)
        region.name = fmt::format("{} (line {})", region.marked_name, region.line);
  }

  std::string file_;
  std::vector<std::string> lines_;   ///< lines read so far, without markers
  std::vector<std::string> written_; ///< original text
  std::size_t line_ = 0;             ///< index of the current line
  std::vector<Open> open_;
  ByteMarkers bytes_;
  MarkedText made_;
  Diagnostics problems_;
};

} // namespace

Result<MarkedText> find_regions(std::string_view file, std::string_view text) {
  return RegionReader(file, text).run();
}

namespace {

Diagnostics all_empty(std::string_view file, const std::vector<LoopRegion>& regions) {
  Diagnostics problems;
  for (const LoopRegion& region : regions) {
    Diagnostic problem;
    problem.file = file;
    problem.line = region.line;
    problem.column = region.column;
    problem.message = "an empty region";
    problem.expected = "instructions between the markers";
    problems.push_back(std::move(problem));
  }
  return problems;
}

} // namespace

Result<std::vector<LoopRegion>> regions_called(std::string_view file, const MarkedText& marked,
                                               const std::string& name) {
  std::vector<LoopRegion> found;
  std::vector<std::string_view> names;
  std::string list;
  for (const LoopRegion& region : marked.regions) {
    if (name.empty() || region.name == name || region.marked_name == name)
      found.push_back(region);
    if (region.name.empty())
      continue;
    names.push_back(region.name);
    list += (list.empty() ? "" : ", ") + region.name;
  }
  if (!found.empty() && std::all_of(found.begin(), found.end(),
                                    [](const LoopRegion& region) { return region.is_empty; }))
    return all_empty(file, found);
  if (!found.empty() || name.empty())
    return found;
  Diagnostic problem;
  problem.file = file;
  problem.message = fmt::format("no region '{}'", name);
  problem.expected = list.empty() ? "a file with regions that have names, such as "
                                    "'# LLVM-MCA-BEGIN name'"
                                  : "one of " + list;
  problem.suggestion = std::string(nearest_word(name, names));
  return problem;
}

} // namespace stallscope::session
