#pragma once

#include <string>

namespace stallscope {

/// Keeps a forked process that works on files of strangers from the rest of the host, so that a
/// mistake of ours that such a file makes use of does little harm. The parent makes this object
/// before it forks; the child, of one thread, calls isolate() and then close(). What the system
/// does not allow is left out: missing() tells.
class Confinement {
public:
  Confinement();
  ~Confinement();
  Confinement(const Confinement&) = delete;
  Confinement& operator=(const Confinement&) = delete;

  /// First step, in the child: user, network, IPC and UTS namespaces of its own, no privileges by
  /// starting programs, no core file, files of at most 64 MiB, at most 256 of them open. It can
  /// still start programs, such as a compiler. Files that the user may read by root's privileges
  /// alone have to be open by now.
  void isolate();

  /// Second step, in the child: no file but those below `root` and below folders that are open, no
  /// new process, and of the system calls only those that read files, compute and write to `output`
  /// and standard error. SIGSYS ends the process when it makes another one.
  void close(const std::string& root, int output);

  /// In the parent, when SIGSYS has ended the child: the system call, such as "socket".
  [[nodiscard]] std::string refused_call() const;

  /// What this system does not allow, with the reasons, in words behind "without"; empty: nothing.
  /// Tries it in a process of its own.
  [[nodiscard]] static std::string missing();

private:
  struct Shared;
  Shared* shared_; ///< by parent and child
};

} // namespace stallscope
