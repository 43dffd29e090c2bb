#include "slurm_cluster.hpp"

#include "sweeping.hpp"

#include <fmt/format.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

namespace stallscope::smoke {

namespace {

/// Daemons are in /usr/sbin, which the path of a user need not have.
std::string found(const std::string& program) {
  for (const char* folder : {"/usr/sbin/", "/usr/bin/", "/usr/local/sbin/", "/usr/local/bin/"})
    if (access((folder + program).c_str(), X_OK) == 0)
      return folder + program;
  return {};
}

std::string host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  const std::string whole = name.data();
  return whole.substr(0, whole.find('.'));
}

/// Exit code and output of a program of Slurm.
Outcome ask(const std::string& program, const std::vector<std::string>& arguments) {
  Launch how;
  how.program = found(program);
  how.arguments = arguments;
  return launch(how);
}

} // namespace

std::string SlurmCluster::missing() {
  for (const std::string program :
       {"munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "sinfo"})
    if (found(program).empty())
      return "there is no " + program +
             " (Debian: munge, slurmctld, slurmd, slurm-client; ./run test installs them)";
  if (geteuid() != 0)
    return "Slurm's daemons are started as root";
  return {};
}

void SlurmCluster::write_files() {
  const std::string d = folder_.path().string();
  std::mt19937 random(std::random_device{}());
  std::string key(1024, '\0');
  for (char& c : key)
    c = static_cast<char>(random());
  static_cast<void>(folder_.file("munge.key", key));
  chmod(folder_.file("munge.key").c_str(), 0400);
  for (const char* part : {"state", "spool"})
    std::filesystem::create_directory(folder_.path() / part);
  const std::string host = host_name();
  const unsigned port = 20'000 + 2 * (static_cast<unsigned>(getpid()) % 10'000);
  static_cast<void>(folder_.file(
      "slurm.conf",
      fmt::format("ClusterName=loop\n"
                  "SlurmctldHost={host}(127.0.0.1)\n"
                  "SlurmUser=root\n"
                  "SlurmctldPort={port}\n"
                  "SlurmdPort={node_port}\n"
                  "AuthType=auth/munge\n"
                  "AuthInfo=socket={d}/munge.sock\n"
                  "CredType=cred/munge\n"
                  "CommunicationParameters=NoCtldInAddrAny,NoInAddrAny\n"
                  "StateSaveLocation={d}/state\n"
                  "SlurmdSpoolDir={d}/spool\n"
                  "SlurmctldPidFile={d}/slurmctld.pid\n"
                  "SlurmdPidFile={d}/slurmd.pid\n"
                  "SlurmctldLogFile={d}/slurmctld.log\n"
                  "SlurmdLogFile={d}/slurmd.log\n"
                  "ProctrackType=proctrack/linuxproc\n"
                  "TaskPlugin=task/none\n"
                  "JobAcctGatherType=jobacct_gather/none\n"
                  "AccountingStorageType=accounting_storage/none\n"
                  "MpiDefault=none\n"
                  "SelectType=select/cons_tres\n"
                  "SelectTypeParameters=CR_CPU\n"
                  "SchedulerParameters=sched_interval=1,batch_sched_delay=1\n"
                  "ReturnToService=2\n"
                  "NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN\n"
                  "PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP\n",
                  fmt::arg("host", host), fmt::arg("d", d), fmt::arg("port", port),
                  fmt::arg("node_port", port + 1))));
}

std::string SlurmCluster::logs() const {
  std::string text;
  for (const char* name : {"munged.log", "slurmctld.log", "slurmd.log", "ctld.out", "slurmd.out"})
    text += fmt::format("--- {}\n{}\n", name, read_file(folder_.file(name)));
  return text;
}

SlurmCluster::SlurmCluster() {
  write_files();
  setenv("SLURM_CONF", folder_.file("slurm.conf").c_str(), 1);
  const std::string socket = folder_.file("munge.sock");
  munged_ = std::make_unique<Running>(
      std::vector<std::string>{
          "--foreground", "--force", "--socket=" + socket,
          "--key-file=" + folder_.file("munge.key"), "--pid-file=" + folder_.file("munged.pid"),
          "--log-file=" + folder_.file("munged.log"), "--seed-file=" + folder_.file("munge.seed")},
      folder_.file("munged.out"), found("munged"));
  if (!wait_until([&] { return std::filesystem::exists(socket); }))
    throw std::runtime_error("munged does not start\n" + logs());
  controller_ = std::make_unique<Running>(std::vector<std::string>{"-D", "-c"},
                                          folder_.file("ctld.out"), found("slurmctld"));
  node_ = std::make_unique<Running>(std::vector<std::string>{"-D", "-N", host_name()},
                                    folder_.file("slurmd.out"), found("slurmd"));
  if (!wait_until([&] {
        sleep_seconds(0.2);
        return has(ask("sinfo", {"--noheader", "--format=%t"}).out, "idle");
      }))
    throw std::runtime_error("the node of Slurm does not come up\n" + logs());
}

SlurmCluster::~SlurmCluster() {
  static_cast<void>(ask("scancel", {"--user=root"}));
  static_cast<void>(wait_until([&] {
    sleep_seconds(0.2);
    return ask("squeue", {"--noheader"}).out.empty();
  }));
  for (Running* daemon : {node_.get(), controller_.get(), munged_.get()})
    if (daemon != nullptr) {
      daemon->signal(SIGTERM);
      daemon->wait();
    }
  unsetenv("SLURM_CONF");
}

} // namespace stallscope::smoke
