#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::cli {

/// Standard output, and no file.
[[nodiscard]] bool is_standard_output(const std::string& file);

/// Whether a file of this name can be written, as far as can be told without doing so; prints why
/// not. To be asked before a long run, not after it.
[[nodiscard]] bool can_write(const std::string& file);

/// A file, and the option that names it.
struct NamedFile {
  std::string_view option; ///< "--output"
  std::string name;        ///< empty: none
};
/// No two options name the same file; prints which do.
[[nodiscard]] bool all_different(const std::vector<NamedFile>& files);
/// None of the files to be written is one that is read, by whatever name or link; prints which is.
[[nodiscard]] bool keeps_inputs(const std::vector<NamedFile>& written,
                                const std::vector<NamedFile>& read);

/// Results on standard output, or into a file that appears only when it is complete (devices and
/// pipes are written as they are; of a link the file behind it is replaced). False, with an error
/// printed, when they cannot be written; a reader of standard output that has gone is no error.
[[nodiscard]] bool write_result(const std::string& file, std::string_view text);

/// A complete file in place of whatever has its name, be it a link or a pipe of somebody's: nothing
/// is written through it. False, with an error printed, when it cannot be written.
[[nodiscard]] bool replace_file(const std::string& file, std::string_view text);

/// Whoever may read the file may execute it too; devices and pipes stay as they are. Prints why it
/// cannot be.
[[nodiscard]] bool make_executable(const std::string& file);

/// A result that is too long to be kept, written bit by bit: a file appears only when it is
/// complete, as with write_result.
class StreamedResult {
public:
  StreamedResult() = default;
  ~StreamedResult();
  StreamedResult(const StreamedResult&) = delete;
  StreamedResult& operator=(const StreamedResult&) = delete;

  /// Prints why not when it cannot be opened.
  [[nodiscard]] bool open(const std::string& name);
  void write(std::string_view bytes);
  /// Something could not be written, or nobody reads it any more: no use in going on.
  [[nodiscard]] bool failed() const { return error_ != 0; }
  [[nodiscard]] bool reader_gone() const;
  /// It is complete. Whether everything was written; prints why not. A reader of standard output
  /// that has gone is no error.
  [[nodiscard]] bool close();

private:
  std::string name_;
  std::string target_; ///< the file that appears
  std::string part_;   ///< what is written until then; empty: nothing is to be renamed
  std::FILE* file_ = nullptr;
  int error_ = 0; ///< errno of the first failure
};

/// A file that is written bit by bit during a run; "-" is standard output.
class LogFile {
public:
  LogFile() = default;
  ~LogFile();
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;

  /// Prints why not when it cannot be opened.
  [[nodiscard]] bool open(const std::string& name);
  void write(std::string_view text);
  /// What has been written is there for others to read, also when this process is killed.
  void flush();
  /// Something could not be written: no use in going on.
  [[nodiscard]] bool failed() const { return error_ != 0; }
  /// Whether everything was written; prints why not. A reader that has gone is no error.
  [[nodiscard]] bool close();

private:
  std::string name_;
  std::FILE* file_ = nullptr;
  int error_ = 0; ///< errno of the first failure
};

} // namespace stallscope::cli
