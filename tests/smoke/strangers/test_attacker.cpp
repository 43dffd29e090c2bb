// A program that plays attacker (attacker.s), assembled here and run as a user runs it.

#include "isa/assemble.hpp"
#include "smoke/process.hpp"
#include "unit/isa/elf_builder.hpp"

#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <thread>

using namespace stallscope;
using namespace stallscope::smoke;
namespace fs = std::filesystem;

namespace {

constexpr const char* kCanary = "what nobody outside may read";
constexpr const char* kInside = "what may be read";

/// A folder for the program with ways out of it, and beside it what it must not read.
class Host {
public:
  Host() {
    for (const char* name : {"box/folder", "box/real", "secret"})
      fs::create_directories(path() / name);
    static_cast<void>(folder_.file("box/inside.txt", kInside));
    static_cast<void>(folder_.file("box/folder/canary.txt", kInside));
    static_cast<void>(folder_.file("box/real/canary.txt", kInside));
    static_cast<void>(folder_.file("secret/canary.txt", kCanary));
    fs::create_symlink("../secret/canary.txt", path() / "box/link");
    fs::create_symlink("..", path() / "box/up");
    fs::create_symlink("/proc", path() / "box/process");
    fs::create_symlink("loop", path() / "box/loop");
    fs::create_symlink(path() / "secret/canary.txt", path() / "box/absolute");
    fs::create_symlink("../secret", path() / "box/other");
    fs::create_symlink("/dev/zero", path() / "box/zero");
    REQUIRE(mkfifo((path() / "box/fifo").c_str(), 0600) == 0);
    static_cast<void>(mknod((path() / "box/device").c_str(), S_IFCHR | 0600, makedev(1, 5)));
  }
  [[nodiscard]] const fs::path& path() const { return folder_.path(); }
  [[nodiscard]] std::string box() const { return folder_.file("box"); }
  /// What lies there, with its content or where it leads.
  [[nodiscard]] std::map<std::string, std::string> all() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(path()))
      all[entry.path().string()] = entry.is_symlink() ? fs::read_symlink(entry.path()).string()
                                   : entry.is_regular_file() ? read_file(entry.path().string())
                                                             : std::string();
    return all;
  }

private:
  Folder folder_;
};

/// Exchanges a folder inside and a link that leads out, under the name "swap", as long as it lives.
class Renamer {
public:
  explicit Renamer(fs::path box) : box_(std::move(box)), thread_([this] { run(); }) {}
  ~Renamer() {
    ended_ = true;
    thread_.join();
  }
  Renamer(const Renamer&) = delete;
  Renamer& operator=(const Renamer&) = delete;

private:
  void run() {
    std::error_code ignored;
    while (!ended_)
      for (const char* name : {"real", "other"}) {
        fs::rename(box_ / name, box_ / "swap", ignored);
        fs::rename(box_ / "swap", box_ / name, ignored);
      }
  }

  fs::path box_;
  std::atomic<bool> ended_ = false;
  std::thread thread_;
};

struct Attack {
  unsigned seed = 1;
  unsigned draws = 100; ///< of arguments, for each system call
  bool reckless = false;
};

/// The attacker as an executable file for Linux.
std::string attacker(const Host& host, const Attack& attack) {
  std::string text =
      read_file(std::string(STALLSCOPE_SOURCE_DIR) + "/tests/smoke/strangers/attacker.s");
  const std::string outside = (host.path() / "secret/canary.txt").string();
  const std::string paths = fmt::format("secrets: .asciz \"{0}\"\n .asciz \"/..{0}\"\n"
                                        " .asciz \"folder/../..{0}\"\npaths_end:\n",
                                        outside);
  text = fmt::format(" .data\nseed: .dword {}\ndraws: .dword {}\nreckless: .dword {}\n",
                     attack.seed, attack.draws, attack.reckless ? 1 : 0) +
         text.replace(text.find("secrets_come:\n"), std::string("secrets_come:\n").size(), paths);
  isa::AssembleOptions options;
  options.xlen = 64;
  const auto program = isa::assemble(isa::Isa::riscv, "attacker.s", text, options);
  INFO(format(program.diagnostics()));
  REQUIRE(program.ok());
  isa::testing::ElfBuilder elf;
  elf.segments.clear();
  for (const isa::DataSegment& segment : program->data) {
    isa::testing::ElfBuilder::Segment& made = elf.segments.emplace_back();
    const bool is_code = segment.address == program->code.front().pc;
    made.flags = isa::testing::ElfBuilder::r |
                 (is_code ? isa::testing::ElfBuilder::x : isa::testing::ElfBuilder::w);
    made.address = segment.address;
    made.bytes = segment.bytes;
    made.memory_bytes = // zeros at its end are not in it
        is_code ? segment.bytes.size()
                : program->symbols.find("end")->second.address - segment.address;
  }
  elf.entry = program->symbols.find("main")->second.address;
  const isa::testing::Bytes bytes = elf.build();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Nothing of the host got out or was changed, and it took no time to speak of.
Outcome attacked(const Attack& attack, const std::string& machine, bool sandbox) {
  const Host host;
  const Folder programs;
  const auto before = host.all();
  Launch how;
  how.arguments = {"run",        programs.file("attacker", attacker(host, attack)),
                   "--platform", "linux",
                   "-m",         machine,
                   "-q"};
  if (sandbox)
    how.arguments.insert(how.arguments.end(), {"--sandbox", host.box()});
  how.folder = (host.path() / "box/folder").string();
  const auto began = std::chrono::steady_clock::now();
  Outcome outcome;
  {
    const Renamer renamer(host.box());
    outcome = launch(how);
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  CAPTURE(attack.seed, attack.reckless, machine, sandbox, outcome.exit_code, outcome.err);
  CHECK_FALSE(outcome.gave_up);
  CHECK(took.count() < 30 * kSlower);
  CHECK_FALSE(has(outcome.out + outcome.err, kCanary));
  CHECK_FALSE(has(outcome.out + outcome.err, "root:x:")); // /etc/passwd
  CHECK(has(outcome.out, kInside) == sandbox);
  CHECK(host.all() == before);
  return outcome;
}

} // namespace

TEST_CASE("no system call of a program gets at the host, with --sandbox and without") {
  for (const bool sandbox : {true, false})
    for (const char* machine : {"reference", "ooo-4"}) {
      const Attack attack{1, std::string_view(machine) == "reference" ? 200U : 10U};
      const Outcome outcome = attacked(attack, machine, sandbox);
      CAPTURE(machine, sandbox, outcome.err);
      CHECK(outcome.exit_code == 0);
      CHECK(has(outcome.out, "attack ended"));
    }
}

TEST_CASE("calls that take memory away and signals end a program and nothing else") {
  for (unsigned seed = 1; seed <= random_cases(16U); ++seed) {
    const Outcome outcome = attacked({seed, 5, true}, "reference", true);
    CAPTURE(seed, outcome.err);
    CHECK((outcome.exit_code == 0 || outcome.exit_code == 3));
  }
}
