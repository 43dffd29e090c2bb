#pragma once

#include <string>
#include <vector>

namespace stallscope {

/// The files visible to programs started by a confined process, at their own paths.
struct FileView {
  std::string root;                  ///< an empty folder in which the files are mounted; empty: all
                                     ///< files are visible
  std::vector<std::string> readable; ///< folders and files; nonexistent ones are ignored
  std::vector<std::string> writable; ///< folders
};

/// Confines a forked process that works on untrusted files, so that an exploited error does little
/// harm. The parent constructs this object before it forks; the child, single-threaded, calls
/// isolate() and then close(). Restrictions that the system does not support are skipped: see
/// missing().
class Confinement {
public:
  Confinement();
  ~Confinement();
  Confinement(const Confinement&) = delete;
  Confinement& operator=(const Confinement&) = delete;

  /// First step, in the child: separate user, network, IPC and UTS namespaces, no privilege gain by
  /// exec, no core file, files of at most 64 MiB, at most 256 open files, and no files other than
  /// those of `view`. The process can still start programs, such as a compiler. Files readable only
  /// with root's privileges must have been opened before. The working directory is / with a view.
  void isolate(const FileView& view = {});

  /// Second step, in the child: no files except those below `root` and below open folders, no new
  /// processes, and only system calls that read files, compute, and write to `output` and standard
  /// error. Any other system call ends the process with SIGSYS.
  void close(const std::string& root, int output);

  /// Called by the parent after SIGSYS has ended the child: the system call, such as "socket".
  [[nodiscard]] std::string refused_call() const;

  /// The restrictions that this system does not support, with reasons, as text after "without";
  /// empty: none. Tested in a separate process with the given view.
  [[nodiscard]] static std::string missing(const FileView& view = {});

private:
  struct Shared;
  Shared* shared_; ///< shared by parent and child
};

} // namespace stallscope
