#include "base/platform/folder.hpp"
#include "base/read_file.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <thread>

using namespace stallscope;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

/// What stands in the file, or the name of what open_below has said.
std::string content(const Folder& folder, const std::string& path, Links links) {
  const Descriptor file = folder.open_below(path, links);
  if (!file.ok())
    return errno == ENOENT         ? "ENOENT"
           : errno == EXDEV        ? "EXDEV"
           : errno == ELOOP        ? "ELOOP"
           : errno == ENOTDIR      ? "ENOTDIR"
           : errno == ENAMETOOLONG ? "ENAMETOOLONG"
                                   : "errno " + std::to_string(errno);
  std::string text;
  switch (read_plain_file(file, 100, text)) {
  case ReadEnd::complete:
    return text;
  case ReadEnd::not_plain:
    return "not plain";
  case ReadEnd::too_large:
    return "too large";
  case ReadEnd::failed:
    break;
  }
  return "failed";
}

} // namespace

TEST_CASE("a folder opens what lies below it and nothing else") {
  const Resolution resolution =
      GENERATE(Resolution::by_kernel_if_possible, Resolution::by_component);
  const TemporaryFolder place;
  const fs::path outside = place.path();
  write(outside / "secret", "secret");
  write(outside / "in/a", "a");
  write(outside / "in/sub/b", "b");
  write(outside / "in/large", std::string(101, 'x'));
  fs::create_symlink("a", outside / "in/to_a");
  fs::create_symlink("sub/../to_a", outside / "in/to_to_a");
  fs::create_symlink("../secret", outside / "in/out");
  fs::create_symlink("../missing", outside / "in/out_missing");
  fs::create_symlink((outside / "secret").string(), outside / "in/absolute");
  fs::create_symlink((outside / "in/a").string(), outside / "in/absolute_inside");
  fs::create_symlink("round", outside / "in/round");
  fs::create_symlink("..", outside / "in/sub/up");
  fs::create_symlink("sub", outside / "in/to_sub");
  REQUIRE(mkfifo((outside / "in/pipe").c_str(), 0600) == 0);
  const auto folder = Folder::open((outside / "in").string(), resolution);
  REQUIRE(folder);
  const auto both = [&](const std::string& path) {
    const std::string followed = content(*folder, path, Links::follow_below);
    CHECK(content(*folder, path, Links::refuse) == followed);
    return followed;
  };
  const auto followed = [&](const std::string& path) {
    CHECK(content(*folder, path, Links::refuse) == "ELOOP");
    return content(*folder, path, Links::follow_below);
  };
  CHECK(both("a") == "a");
  CHECK(both("./sub//b") == "b");
  CHECK(both("sub/../a") == "a");
  CHECK(both("sub/..") == "not plain");
  CHECK(both(".") == "not plain");
  CHECK(both("sub/") == "not plain");
  CHECK(both("a/") == "ENOTDIR");
  CHECK(both("a/..") == "ENOTDIR");
  CHECK(both("") == "ENOENT");
  CHECK(both("missing") == "ENOENT");
  CHECK(both("large") == "too large");
  CHECK(both("pipe") == "not plain"); // and does not wait for a writer
  CHECK(both(std::string(300, 'n')) == "ENAMETOOLONG");
  // Its existence is not visible from outside.
  CHECK(both("../secret") == "EXDEV");
  CHECK(both("../missing") == "EXDEV");
  CHECK(both("sub/../../secret") == "EXDEV");
  CHECK(both("../in/a") == "EXDEV");
  CHECK(both((outside / "in/a").string()) == "EXDEV");
  CHECK(both("/dev/zero") == "EXDEV");
  CHECK(both(std::string("a\0b", 3)) == "ENOENT");
  CHECK(followed("to_a") == "a");
  CHECK(followed("to_to_a") == "a");
  CHECK(followed("to_sub/b") == "b");
  CHECK(followed("sub/up/a") == "a");
  CHECK(followed("sub/up/../secret") == "EXDEV");
  CHECK(followed("out") == "EXDEV");
  CHECK(followed("out_missing") == "EXDEV");
  CHECK(followed("absolute") == "EXDEV");
  CHECK(followed("absolute_inside") == "EXDEV");
  CHECK(followed("round") == "ELOOP");
  CHECK_FALSE(Folder::open((outside / "secret").string(), resolution));
  CHECK_FALSE(Folder::open((outside / "nowhere").string(), resolution));
}

TEST_CASE("a folder keeps its promise while names are exchanged") {
  const TemporaryFolder place;
  const fs::path outside = place.path();
  write(outside / "secret/file", "secret");
  write(outside / "in/real/file", "inside");
  fs::create_symlink("../secret", outside / "in/link");
  const auto folder = Folder::open((outside / "in").string(), Resolution::by_component);
  REQUIRE(folder);
  std::atomic<bool> done = false;
  std::thread other([&] { // "real" is by turns a folder, nothing, and a link that leads out
    std::error_code ignored;
    while (!done) {
      fs::rename(outside / "in/real", outside / "in/aside", ignored);
      fs::rename(outside / "in/link", outside / "in/real", ignored);
      fs::rename(outside / "in/real", outside / "in/link", ignored);
      fs::rename(outside / "in/aside", outside / "in/real", ignored);
    }
  });
  unsigned read = 0;
  for (unsigned i = 0; i < 20000; ++i) {
    const std::string text = content(*folder, "real/file", Links::follow_below);
    CHECK((text == "inside" || text == "EXDEV" || text == "ENOENT" || text == "ENOTDIR"));
    read += text == "inside" ? 1 : 0;
  }
  done = true;
  other.join();
  CHECK(read > 0);
}

TEST_CASE("folders below a folder open on the same terms, and list their plain files") {
  const Resolution resolution =
      GENERATE(Resolution::by_kernel_if_possible, Resolution::by_component);
  const TemporaryFolder place;
  write(place.path() / "in/sub/b.h", "b");
  write(place.path() / "in/sub/a.h", "a");
  write(place.path() / "in/sub/c.c", "c");
  write(place.path() / "in/sub/deep.h/x", "x");
  fs::create_symlink("a.h", place.path() / "in/sub/link.h");
  fs::create_symlink("sub", place.path() / "in/to_sub");
  REQUIRE(::mkfifo((place.path() / "in/sub/pipe.h").c_str(), 0600) == 0);
  const auto in = Folder::open((place.path() / "in").string(), resolution);
  REQUIRE(in);
  const auto sub = in->folder_below("sub", Links::refuse);
  REQUIRE(sub);
  CHECK(content(*sub, "a.h", Links::refuse) == "a");
  CHECK(content(*sub, "../sub/a.h", Links::refuse) == "EXDEV");
  CHECK(sub->plain_files(".h", 10) == std::vector<std::string>{"a.h", "b.h"});
  CHECK(sub->plain_files(".h", 1).size() == 1);
  CHECK(sub->plain_files(".h", 10).size() == 2); // from the beginning once more
  CHECK_FALSE(in->folder_below("to_sub", Links::refuse));
  CHECK(errno == ELOOP);
  CHECK(in->folder_below("to_sub", Links::follow_below));
  CHECK_FALSE(in->folder_below("sub/a.h", Links::refuse));
  CHECK(errno == ENOTDIR);
  CHECK_FALSE(in->folder_below("..", Links::refuse));
  CHECK(errno == EXDEV);
}
