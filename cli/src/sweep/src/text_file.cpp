#include "text_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace stallscope::sweep {

Diagnostic file_problem(const std::string& file, std::string message, std::string expected) {
  Diagnostic d;
  d.file = file;
  d.message = std::move(message);
  d.expected = std::move(expected);
  return d;
}

Result<std::string> read_text_file(const std::string& file, std::size_t most_bytes,
                                   std::string_view what) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored))
    return file_problem(file, "this is a folder", std::string(what));
  std::ifstream in(file, std::ios::binary);
  if (!in)
    return file_problem(file, fmt::format("cannot be read: {}", std::strerror(errno)),
                        std::string(what));
  std::string text;
  std::string part(64U << 10, '\0');
  while (text.size() <= most_bytes) { // one part more than is allowed shows that it is larger
    in.read(part.data(), static_cast<std::streamsize>(part.size()));
    text.append(part, 0, static_cast<std::size_t>(in.gcount()));
    if (!in)
      break;
  }
  if (in.bad())
    return file_problem(file, "cannot be read to its end");
  if (text.size() > most_bytes)
    return file_problem(file, fmt::format("the file is larger than {} bytes", most_bytes),
                        std::string(what));
  return text;
}

} // namespace stallscope::sweep
