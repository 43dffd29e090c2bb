#include "grading/hand_in.hpp"

#include "base/read_file.hpp"
#include "isa/compile_c.hpp"
#include "text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>

namespace stallscope::sweep {

namespace {

namespace fs = std::filesystem;

/// The reason why a file or folder could not be opened, by errno.
std::string opening_problem(int error) {
  switch (error) {
  case ENOENT:
    return "there is no such file";
  case ELOOP:
    return "this is a symbolic link, or lies behind one";
  case EXDEV:
    return "this lies outside of what is handed in";
  case ENXIO:
    return "this is no plain file";
  default:
    return std::strerror(error);
  }
}

} // namespace

Result<HandIn> HandIn::open(const std::string& path) {
  std::string own = path;
  while (own.size() > 1 && own.back() == '/') // a trailing slash would follow a link
    own.pop_back();
  const fs::path split(own);
  const std::string name = split.filename().string();
  const auto problem = [](int error) {
    return file_problem("", fmt::format("the hand-in cannot be opened: {}", opening_problem(error)),
                        "a folder, or a plain file when the rubric has one task");
  };
  if (name.empty() || name == "." || name == "..") { // not controlled by the student
    std::optional<Folder> folder = Folder::open(own);
    return folder ? Result<HandIn>(HandIn(std::move(*folder), "")) : problem(errno);
  }
  const std::string where = split.parent_path().string();
  const std::optional<Folder> parent = Folder::open(where.empty() ? "." : where);
  if (!parent)
    return problem(errno);
  if (std::optional<Folder> folder = parent->folder_below(name, Links::refuse))
    return HandIn(std::move(*folder), "");
  if (errno != ENOTDIR)
    return problem(errno);
  std::optional<Folder> again = Folder::open(where.empty() ? "." : where);
  return again ? Result<HandIn>(HandIn(std::move(*again), name)) : problem(errno);
}

Result<std::string> HandIn::read(const std::string& file, std::size_t most_bytes,
                                 std::string_view what) const {
  const auto problem = [&](std::string message) {
    return file_problem(file, std::move(message), std::string(what));
  };
  const Descriptor opened = folder_.open_below(is_folder() ? file : name_, Links::refuse);
  if (!opened.ok())
    return problem(fmt::format("cannot be read: {}", opening_problem(errno)));
  std::string content;
  const ReadEnd end = read_plain_file(opened, most_bytes, content);
  return end == ReadEnd::complete ? Result(std::move(content))
                                  : problem(read_problem(end, most_bytes));
}

Result<std::string> HandIn::copy(const std::string& file, const ScratchFolder& to) const {
  const auto not_written = [&file] {
    return file_problem(file, "there is no temporary folder that can be written");
  };
  const Result<std::string> content = read(file, kMostFileBytes, "a program");
  if (!content)
    return content.diagnostics();
  const fs::path path(file);
  std::string copied = path.filename().string();
  if (!is_folder())
    copied = copied.substr(0, copied.find('.', 1)) +
             name_.substr(std::min(name_.find('.', 1), name_.size()));
  if (to.path().empty() || !to.write(copied, *content))
    return not_written();
  if (!is_folder() || !isa::is_c_file(file))
    return copied;
  const std::string where = path.parent_path().empty() ? "." : path.parent_path().string();
  const std::optional<Folder> folder = folder_.folder_below(where, Links::refuse);
  if (!folder)
    return copied; // the folder was deleted concurrently
  for (const std::string& name : folder->plain_files(".h", kMostHeaders)) {
    const Descriptor opened = folder->open_below(name, Links::refuse);
    std::string header;
    if (opened.ok() && read_plain_file(opened, kMostHeaderBytes, header) == ReadEnd::complete &&
        !to.write(name, header))
      return not_written();
  }
  return copied;
}

} // namespace stallscope::sweep
