#include "study/named_files.hpp"

#include "base/byte_size.hpp"
#include "base/read_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace stallscope::graph {

namespace {

Diagnostic named_file_problem(const std::string& name, std::string message,
                              std::string_view expected) {
  Diagnostic out;
  out.file = name;
  out.message = std::move(message);
  out.expected = expected;
  return out;
}

/// Reason why a file in the folder could not be opened, from errno.
std::string not_opened(int error) {
  switch (error) {
  case ENOENT:
    return "there is no such file";
  case EXDEV:
  case ELOOP:
    return "this lies outside of the folder of the graph";
  case ENXIO:
    return "this is no plain file";
  default:
    return std::strerror(error);
  }
}

} // namespace

NamedFiles::NamedFiles(const std::string& file, std::string_view expected) : expected_(expected) {
  const std::size_t slash = file.rfind('/');
  folder_ = Folder::open(slash == std::string::npos ? "." : file.substr(0, slash + 1));
}

Result<std::string_view> NamedFiles::read(const std::string& name) {
  const auto [entry, is_new] = files_.try_emplace(name);
  if (!is_new)
    return std::string_view(entry->second);
  const auto fail = [&](std::string message, std::string_view expected) {
    files_.erase(name);
    return named_file_problem(name, std::move(message), expected);
  };
  if (!folder_)
    return fail("there is no such file", expected_);
  const Descriptor opened = folder_->open_below(name, Links::follow_below);
  if (!opened.ok())
    return fail(not_opened(errno), expected_);
  const std::size_t most =
      std::min(InputLimits::graph_file, InputLimits::graph_files_bytes - bytes_);
  const ReadEnd end = read_plain_file(opened, most, entry->second);
  if (end == ReadEnd::too_large && most < InputLimits::graph_file)
    return fail("all files that are named are larger than " +
                    byte_size_words(InputLimits::graph_files_bytes),
                "fewer or smaller files");
  if (end != ReadEnd::complete)
    return fail(read_problem(end, most), expected_);
  bytes_ += entry->second.size();
  return std::string_view(entry->second);
}

} // namespace stallscope::graph
