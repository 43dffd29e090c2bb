// Files of strangers: how they are opened and read, and that the documents name the limits.

#include "base/byte_size.hpp"
#include "base/input_limits.hpp"
#include "base/read_file.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <vector>

using namespace stallscope;

namespace {

std::string problem(const std::string& path, Streams streams, std::size_t most_bytes = 1024) {
  const Result<std::string> read = read_file(path, most_bytes, "a program", streams);
  REQUIRE(!read.ok());
  REQUIRE(read.diagnostics().size() == 1);
  CHECK(read.diagnostics()[0].file == path);
  CHECK(read.diagnostics()[0].expected == "a program");
  return read.diagnostics()[0].message;
}

/// 4096 as 4,096.
std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3)
    text.insert(at - 3, ",");
  return text;
}

} // namespace

TEST_CASE("read_file: a file is read whole, or not at all and with a reason") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "f").string();
  std::ofstream(file) << std::string(1024, 'x');
  for (const Streams streams : {Streams::wait, Streams::refuse}) {
    CHECK(*read_file(file, 1024, "a program", streams) == std::string(1024, 'x'));
    CHECK(problem(file, streams, 1023) == "the file is larger than 1023 bytes");
    CHECK(problem(folder.path() / "g", streams) == "there is no such file");
    CHECK(problem(file + std::string("\0g", 2), streams) == "there is no such file");
  }
  CHECK(problem(folder.path(), Streams::wait) == "this is a folder");
}

TEST_CASE("read_file: what has no end is read up to the limit") {
  CHECK(problem("/dev/zero", Streams::wait) == "the file is larger than 1 KiB");
  CHECK(problem("/dev/zero", Streams::wait, 1U << 20) == "the file is larger than 1 MiB");
}

TEST_CASE("read_file: where only plain files are read, nothing is waited for") {
  const TemporaryFolder folder;
  const std::string pipe = (folder.path() / "pipe").string();
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  for (const std::string& path : {pipe, std::string("/dev/zero"), folder.path().string()})
    CHECK(problem(path, Streams::refuse) == "this is no plain file");
}

TEST_CASE("read_file: the kernel's log, which calls itself a plain file, is not waited for") {
  CHECK_FALSE(problem("/proc/kmsg", Streams::wait, 16).empty()); // too large, empty or forbidden
  CHECK_FALSE(problem("/proc/kmsg", Streams::refuse, 16).empty());
}

TEST_CASE("docs/security.md has the limits of what is read, as they are") {
  std::ifstream in(STALLSCOPE_DOCS "/security.md");
  std::vector<std::string> found;
  bool here = false;
  for (std::string line; std::getline(in, line);) {
    here = line.starts_with("## ") ? line == "## Limits of what is read" : here;
    if (here && line.starts_with("| "))
      found.push_back(line);
  }
  std::vector<std::string> rows{"| what | limit |"};
  for (const InputLimit& limit : kInputLimits)
    rows.push_back("| " + std::string(limit.what) + " | " +
                   (limit.unit == InputLimit::Unit::bytes ? byte_size_words(limit.most)
                                                          : grouped(limit.most)) +
                   " |");
  CHECK(found == rows);
}
