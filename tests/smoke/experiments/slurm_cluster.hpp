#pragma once

#include "smoke/process.hpp"

#include <memory>
#include <string>
#include <vector>

namespace stallscope::smoke {

class Running;

/// A Slurm of one machine with two processors, on the loopback interface: authentication (munged),
/// controller and node, started by hand as root, ended with the object. Its programs are found
/// through SLURM_CONF, which is set in this process.
class SlurmCluster {
public:
  /// Why there can be none here, in a sentence; empty when there can.
  [[nodiscard]] static std::string missing();

  /// Waits until the node takes jobs; throws, with the logs, when it does not.
  SlurmCluster();
  ~SlurmCluster();
  SlurmCluster(const SlurmCluster&) = delete;
  SlurmCluster& operator=(const SlurmCluster&) = delete;

  /// Files that the jobs see.
  [[nodiscard]] const Folder& folder() const { return folder_; }

private:
  void write_files();
  [[nodiscard]] std::string logs() const;

  Folder folder_;
  std::unique_ptr<Running> munged_;
  std::unique_ptr<Running> controller_;
  std::unique_ptr<Running> node_;
};

} // namespace stallscope::smoke
