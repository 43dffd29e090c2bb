#include "smoke/needs.hpp"
#include "smoke/process.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <string>
#include <sys/resource.h>

using namespace stallscope::smoke;

namespace {

/// Of all processes that have ended below this one.
double processor_seconds_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

/// Runs a program on three kinds of machines, each for a second: it takes hardly more.
void takes_a_second(const Folder& folder, const std::string& program) {
  const std::string experiment =
      folder.file("e.toml", "machines = [\"reference\", \"mips-5\", \"ooo-4\"]\nlimit_seconds = 1\n"
                            "[[program]]\n" +
                                program);
  const double before = processor_seconds_of_children();
  const Outcome run = run_cli({"sweep", experiment, "-o", folder.file("e.db"), "-j", "1"});
  const double took = processor_seconds_of_children() - before;
  CAPTURE(run.err);
  CHECK(run.exit_code == 3);
  for (const char* machine : {"reference", "mips-5", "ooo-4"})
    CHECK(has(run.err, fmt::format("on {}): seconds: limit of 1 seconds reached", machine)));
  CHECK(took < 3 * (1 + 1) * stallscope::kSlower);
}

/// Runs are looked at after so many cycles as take a tenth of a second: first they are cheap.
constexpr const char* kCheapFirst = "main: li t0, 30000000\nspin: addi t0, t0, -1\n"
                                    "  bnez t0, spin\n";

} // namespace

TEST_CASE("a limit of time holds for a program that writes much in a call") {
  const Folder folder;
  static_cast<void>(folder.file("w.s", std::string(".data\nb: .space 67108864\n.text\n") +
                                           kCheapFirst +
                                           "loop: li a0, 1\n  la a1, b\n  li a2, 67108864\n"
                                           "  li a7, 64\n  ecall\n  j loop\n"));
  takes_a_second(folder, "file = \"w.s\"\n");
}

TEST_CASE("a limit of time holds for a program that prints a long string again and again") {
  const Folder folder;
  static_cast<void>(folder.file("p.s", std::string(".data\nb: .space 33554432\n.text\n") +
                                           "main: la t1, b\n  li t0, 33554431\n  li t2, 65\n"
                                           "fill: sb t2, 0(t1)\n  addi t1, t1, 1\n"
                                           "  addi t0, t0, -1\n  bnez t0, fill\n"
                                           "loop: la a0, b\n  li a7, 4\n  ecall\n  j loop\n"));
  takes_a_second(folder, "file = \"p.s\"\n");
}

TEST_CASE("what a guest prints is in JSON within two seconds, though it is kept up to its limit") {
  const Folder folder;
  const std::string program =
      folder.file("z.s", ".data\nb: .space 67108864\n.text\nmain: li s0, 64\nloop: li a0, 1\n"
                         "  la a1, b\n  li a2, 67108864\n  li a7, 64\n  ecall\n"
                         "  addi s0, s0, -1\n  bnez s0, loop\n  li a7, 93\n  ecall\n");
  Launch how;
  how.arguments = {"run", program, "--json", "-o", folder.file("z.json")};
  const double before = processor_seconds_of_children();
  const Outcome run = launch(how);
  const double took = processor_seconds_of_children() - before;
  CAPTURE(run.err);
  CHECK(run.exit_code == 0);
  const std::string json = read_file(folder.file("z.json"));
  CHECK(json.size() > 6 * (64ULL << 20));                   // six letters a zero
  CHECK(has(json, "\"output_dropped_bytes\": 4227858432")); // 63 times 64 MiB
  CHECK(took < 2 * stallscope::kSlower);
}

TEST_CASE("Ctrl-C while results are written ends the program at once") {
  const Folder folder;
  const std::string program =
      folder.file("z.s", ".data\nb: .space 67108864\n.text\nmain: li a0, 1\n  la a1, b\n"
                         "  li a2, 67108864\n  li a7, 64\n  ecall\n  li a7, 93\n  ecall\n");
  Launch how;
  how.arguments = {"run", program, "--json"};
  how.interrupt = true; // with the first bytes of them
  const Outcome run = launch(how);
  CHECK_FALSE(run.gave_up);
  CHECK(run.exit_code == 130);
}

TEST_CASE("a limit of time holds for a program that opens files again and again") {
  NEEDS("riscv64-linux-gnu-gcc");
  const Folder folder;
  static_cast<void>(folder.file("o.c", "#include <fcntl.h>\n#include <unistd.h>\nint main(void) {\n"
                                       "  for (volatile int i = 0; i < 20000000; ++i) {}\n"
                                       "  for (;;) close(open(\"o.c\", O_RDONLY));\n}\n"));
  takes_a_second(folder, "file = \"o.c\"\nsandbox = \".\"\n");
}
