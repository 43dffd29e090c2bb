// For a system with one process and one user (WASI): programs are never found, nothing is forked
// that would need confinement, and temporary files need no private folder.
#include "base/child_process.hpp"
#include "base/platform/confinement.hpp"
#include "base/platform/forked_jobs.hpp"
#include "base/platform/processors.hpp"
#include "base/platform/scratch_folder.hpp"

#include <filesystem>
#include <fstream>

namespace stallscope {

ChildOutput run_program(const std::vector<std::string>&, const ChildOptions&) {
  return {}; // could not be started
}

std::string program_on_path(const std::string&) {
  return {};
}

unsigned usable_processors() {
  return 1;
}

ForkedJobs::~ForkedJobs() = default;

bool ForkedJobs::start(const Work&, Running&) const {
  return false;
}

void ForkedJobs::submit(const Work& work, Take take) {
  take(work());
}

void ForkedJobs::take_first() {}

void ForkedJobs::finish() {}

struct Confinement::Shared {};

Confinement::Confinement() : shared_(nullptr) {}
Confinement::~Confinement() = default;
void Confinement::isolate(const FileView&) {}
void Confinement::close(const std::string&, int) {}

std::string Confinement::refused_call() const {
  return shared_ == nullptr ? std::string() : std::string("unknown");
}

std::string Confinement::missing(const FileView&) {
  return "processes: there is one only";
}

ScratchFolder::ScratchFolder() {
  static unsigned number = 0;
  std::error_code failed;
  path_ = "/tmp/stallscope-scratch-" + std::to_string(++number);
  std::filesystem::create_directories(path_, failed);
  if (failed)
    path_.clear();
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty())
    std::filesystem::remove_all(path_, ignored);
}

std::string ScratchFolder::file(std::string_view name) const {
  return path_ + "/" + std::string(name);
}

bool ScratchFolder::write(std::string_view name, std::string_view text) const {
  std::ofstream out(file(name), std::ios::binary);
  out << text;
  return static_cast<bool>(out.flush());
}

} // namespace stallscope
