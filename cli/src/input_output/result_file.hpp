#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::cli {

/// The name means standard output, not a file.
[[nodiscard]] bool is_standard_output(const std::string& file);

/// Checks whether a file of this name can be written, without writing to it; prints the reason if
/// not. To be called before a long run.
[[nodiscard]] bool can_write(const std::string& file);

/// A file with the option that names it.
struct NamedFile {
  std::string_view option; ///< "--output"
  std::string name;        ///< empty: none
};
/// Checks that no two options name the same file; prints which do.
[[nodiscard]] bool all_different(const std::vector<NamedFile>& files);
/// Checks that no output file is also an input file, under any name or link; prints the conflict.
[[nodiscard]] bool keeps_inputs(const std::vector<NamedFile>& written,
                                const std::vector<NamedFile>& read);

/// Writes results to standard output, or atomically to a file (devices and pipes are written
/// directly; a link's target is replaced). False, with an error printed, if writing fails; a closed
/// standard output is not an error. On a terminal, control characters and direction marks are
/// escaped.
[[nodiscard]] bool write_result(const std::string& file, std::string_view text);

/// Atomically replaces the named file, link or pipe itself; links are not followed. False, with an
/// error printed, on failure.
[[nodiscard]] bool replace_file(const std::string& file, std::string_view text);

/// Makes the file executable for everyone who can read it; devices and pipes are unchanged. Prints
/// the error.
[[nodiscard]] bool make_executable(const std::string& file);

/// A result written incrementally because it is too long to keep in memory: the file appears when
/// it is complete, as with write_result.
class StreamedResult {
public:
  StreamedResult() = default;
  ~StreamedResult();
  StreamedResult(const StreamedResult&) = delete;
  StreamedResult& operator=(const StreamedResult&) = delete;

  /// Prints the error when it cannot be opened.
  [[nodiscard]] bool open(const std::string& name);
  void write(std::string_view bytes);
  /// A write has failed, or the reader has closed: stop.
  [[nodiscard]] bool failed() const { return error_ != 0; }
  [[nodiscard]] bool reader_gone() const;
  /// Completes the file. Returns whether all output was written; prints errors. A closed standard
  /// output is not an error.
  [[nodiscard]] bool close();

private:
  std::string name_;
  std::string target_; ///< the final file
  std::string part_;   ///< the temporary file; empty: none
  std::FILE* file_ = nullptr;
  int error_ = 0; ///< errno of the first failure
};

/// A file written incrementally during a run; "-" is standard output.
class LogFile {
public:
  LogFile() = default;
  ~LogFile();
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;

  /// Prints the error when it cannot be opened.
  [[nodiscard]] bool open(const std::string& name);
  void write(std::string_view text);
  /// Flushes, so that the content survives if this process is killed.
  void flush();
  /// A write has failed: stop.
  [[nodiscard]] bool failed() const { return error_ != 0; }
  /// Whether all output was written; prints errors. A closed reader is not an error.
  [[nodiscard]] bool close();

private:
  std::string name_;
  std::FILE* file_ = nullptr;
  int error_ = 0; ///< errno of the first failure
};

} // namespace stallscope::cli
