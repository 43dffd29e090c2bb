#include "smoke/process.hpp"
#include "unit/isa/elf_builder.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

using namespace stallscope::smoke;
using Json = nlohmann::json;
using stallscope::isa::testing::Bytes;
using stallscope::isa::testing::ElfBuilder;

namespace {

constexpr std::uint32_t kEcall = 0x00000073;
constexpr unsigned kA0 = 10;
constexpr unsigned kA1 = 11;
constexpr unsigned kA7 = 17;

/// addi rd, x0, value (RISC-V manual, volume I, I-type)
constexpr std::uint32_t li(unsigned rd, unsigned value) {
  return value << 20 | rd << 7 | 0x13;
}

std::string kernel(const std::string& name) {
  return STALLSCOPE_SOURCE_DIR "/programs/kernels/bin/" + name + ".elf";
}

/// An executable of these instructions at 0x10000, in 256 bytes of memory.
std::string executable(const Folder& folder, const std::vector<std::uint32_t>& code,
                       const std::vector<ElfBuilder::Symbol>& symbols = {}) {
  ElfBuilder elf;
  elf.segments[0].flags = ElfBuilder::r | ElfBuilder::w | ElfBuilder::x;
  elf.segments[0].memory_bytes = 256;
  elf.segments[0].bytes.clear();
  for (const std::uint32_t word : code)
    stallscope::isa::testing::put(elf.segments[0].bytes, word, 4);
  if (!symbols.empty())
    elf.add_symbols(symbols);
  const Bytes bytes = elf.build();
  return folder.file("a.elf", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

/// auipc t0, 0; addi t1, x0, VALUE; sd t1, 64(t0), which is tohost.
std::string reporting(const Folder& folder, unsigned value) {
  return executable(
      folder, {0x00000297, li(6, value), 0x0462B023},
      {{"tohost", 0x10040}, {"begin_signature", 0x10000}, {"end_signature", 0x10008}});
}

} // namespace

TEST_CASE("an executable runs as a source text does, on a pipeline and without one") {
  const std::string file = kernel("rv64gc-linux/atomics");
  const std::string expected =
      read_file(STALLSCOPE_SOURCE_DIR "/programs/kernels/expected/atomics.txt");
  const Outcome quiet = run_cli({"run", file, "-q"});
  CHECK(quiet.exit_code == 0);
  CHECK(quiet.out == expected);
  CHECK(quiet.err.empty());
  const Json pipeline = Json::parse(run_cli({"run", file, "--json"}).out);
  const Json reference = Json::parse(run_cli({"run", file, "-m", "reference", "--json"}).out);
  CHECK(pipeline["output"] == expected);
  CHECK(reference["output"] == expected);
  CHECK(pipeline["instructions"] == reference["instructions"]);
  CHECK(pipeline["stop"] == reference["stop"]);
  CHECK(pipeline["ledger"]["balanced"] == true);
  CHECK(reference["timed"] == false);
  CHECK(reference["cycles"].is_null());
  CHECK(reference["ledger"].is_null());
  CHECK(reference["machine"] == "reference");
}

TEST_CASE("a bare-metal program says itself whether it passed") {
  const Folder folder;
  for (const std::string machine : {"mips-5", "reference"}) {
    INFO(machine);
    const std::string passing = reporting(folder, 1);
    const Outcome passed = run_cli({"run", passing, "-m", machine, "--json"});
    CHECK(passed.exit_code == 0);
    CHECK(Json::parse(passed.out)["stop"]["reason"] == "passed");
    const std::string failing = reporting(folder, 15); // 15 = 2 * 7 + 1
    const Outcome failed = run_cli({"run", failing, "-m", machine, "--json"});
    CHECK(failed.exit_code == 3);
    CHECK(has(failed.err, "the program reported failure 7 through tohost"));
    CHECK(Json::parse(failed.out)["stop"]["reason"] == "failed");
    CHECK(Json::parse(failed.out)["stop"]["exit_code"] == 7);
    CHECK(run_cli({"run", failing, "-m", machine, "--exit-code", "-q"}).exit_code == 7);
    const std::string wide = reporting(folder, 513); // 256, of which a process reports 0
    CHECK(run_cli({"run", wide, "-m", machine, "--exit-code", "-q"}).exit_code == 1);
  }
}

TEST_CASE("the signature is written however the run ends") {
  const Folder folder;
  const std::string file = folder.file("out.sig");
  CHECK(run_cli({"run", reporting(folder, 15), "-q", "--signature", file}).exit_code == 3);
  CHECK(read_file(file) == "00000297\n00f00313\n");
  CHECK(run_cli({"run", reporting(folder, 1), "-q", "-m", "reference", "--limit-instructions", "1",
                 "--signature", file})
            .exit_code == 0);
  CHECK(read_file(file) == "00000297\n00100313\n");
  const Outcome none = run_cli({"run", kernel("rv64gc-linux/atomics"), "--signature", file});
  CHECK(none.exit_code == 2);
  CHECK(has(none.err, "has no symbols begin_signature and end_signature"));
}

TEST_CASE("the commit log has a line a retired instruction, the same on every machine") {
  const Folder folder;
  const std::string program = reporting(folder, 15);
  const std::string file = folder.file("commits.log");
  const std::string first = "core   0: 3 0x0000000000010000 (0x00000297) x5  0x0000000000010000\n";
  for (const std::string machine : {"reference", "mips-5", "dual-5"}) {
    INFO(machine);
    CHECK(run_cli({"run", program, "-q", "-m", machine, "--commit-log", file}).exit_code == 3);
    CHECK(read_file(file) ==
          first + "core   0: 3 0x0000000000010004 (0x00f00313) x6  0x000000000000000f\n"
                  "core   0: 3 0x0000000000010008 (0x0462b023) mem 0x0000000000010040 "
                  "0x000000000000000f\n");
    if (machine == "dual-5")
      continue; // the first two retire in one cycle
    CHECK(run_cli({"run", program, "-q", "-m", machine, "--commit-log", file,
                   "--limit-instructions", "1"})
              .exit_code == 0);
    CHECK(read_file(file) == first);
  }
  const std::string atomics = kernel("rv32imac-htif/atomics");
  const std::string other = folder.file("other.log");
  const std::string limit = stallscope::kSanitized ? "20000" : "1000000000";
  for (const auto& [machine, log] : {std::pair("reference", file), std::pair("mips-5", other)})
    CHECK(run_cli({"run", atomics, "-q", "-m", machine, "--commit-log", log, "--limit-instructions",
                   limit})
              .exit_code == 0);
  CHECK(std::filesystem::file_size(file) > (stallscope::kSanitized ? 800'000 : 50'000'000));
  CHECK(read_file(file) == read_file(other));
}

TEST_CASE("missing system calls are reported once, signals and aborts are ends of their own") {
  const Folder folder;
  const std::string strange =
      executable(folder, {li(kA7, 999), kEcall, kEcall, li(kA7, 93), li(kA0, 5), kEcall});
  // The second call has a0 = -ENOSYS and the same number.
  const Outcome run = run_cli({"run", strange, "--platform", "linux", "--json", "--exit-code"});
  CHECK(run.exit_code == 5);
  const std::string note = "the program made Linux system calls that do not exist here and were "
                           "answered with an error: 999";
  CHECK(has(run.err, note));
  CHECK(run.err.find("999") == run.err.rfind("999"));
  CHECK(Json::parse(run.out)["notes"] == Json::array({note}));

  const std::string killed =
      executable(folder, {li(kA7, 129), li(kA0, 0), li(kA1, 6), kEcall}); // kill(0, SIGABRT)
  const Outcome dead = run_cli({"run", killed, "--platform", "linux", "--json"});
  CHECK(dead.exit_code == 3);
  CHECK(has(dead.err, "ended itself with signal 6 (SIGABRT)"));
  CHECK(Json::parse(dead.out)["stop"]["reason"] == "signal");
  CHECK(Json::parse(dead.out)["stop"]["exit_code"] == 134);

  // slli x0, x0, 31; ebreak; srai x0, x0, 7 with a0 = 0x18 (SYS_EXIT) and a1 the address of
  // {reason, code}, which is behind the code: reason 0, no ADP_Stopped_ApplicationExit (0x20026)
  const std::string aborted = executable(
      folder, {0x00000597, 0x01C58593, li(kA0, 0x18), 0x01F01013, 0x00100073, 0x40705013});
  const Outcome abort = run_cli({"run", aborted, "--platform", "bare-metal", "--json"});
  INFO(abort.err);
  CHECK(abort.exit_code == 3);
  CHECK(Json::parse(abort.out)["stop"]["reason"] == "abort");
}

TEST_CASE("a Linux call on a bare machine: the message names the option that makes it one") {
  const Folder folder;
  const std::string program = executable(folder, {li(kA7, 93), li(kA0, 5), kEcall});
  for (const std::string machine : {"mips-5", "reference"}) {
    const Outcome bare = run_cli({"run", program, "-m", machine, "-q"});
    INFO(bare.err);
    CHECK(bare.exit_code == 3);
    CHECK(has(bare.err, "'ecall' at pc 0x10008"));
    CHECK(has(bare.err, "which has none (mtvec is 0); --platform linux if the program is made for "
                        "Linux"));
  }
  CHECK(run_cli({"run", program, "-q", "--platform", "linux", "--exit-code"}).exit_code == 5);
}

TEST_CASE("option --exit-code of a fault on Linux is that of the signal, as a shell reports it") {
  const Folder folder;
  const auto ends = [&](const std::vector<std::uint32_t>& code, int exit_code,
                        const std::string& signal, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"run", executable(folder, code), "-q", "--platform", "linux"};
    words.insert(words.end(), more.begin(), more.end());
    for (const std::string machine : {"mips-5", "reference"}) {
      std::vector<std::string> full = words;
      full.insert(full.end(), {"-m", machine});
      CHECK(run_cli(full).exit_code == 3);
      full.emplace_back("--exit-code");
      const Outcome run = run_cli(full);
      INFO(run.err);
      CHECK(run.exit_code == exit_code);
      CHECK(has(run.err, "guest fault: "));
      CHECK(has(run.err, "(on Linux: signal " + signal + ")"));
    }
  };
  ends({0x00002023}, 139, "11 (SIGSEGV)");          // sw x0, 0(x0)
  ends({0x00000067}, 139, "11 (SIGSEGV)");          // jr x0
  ends({0x00000000}, 132, "4 (SIGILL)");            // all zero: an illegal instruction
  ends({0x00000297, 0x0012A303}, 135, "7 (SIGBUS)", // auipc t0, 0; lw t1, 1(t0)
       {"--set", "memory.misaligned=fault"});
  // On a bare machine there are no signals.
  const Outcome bare = run_cli(
      {"run", executable(folder, {0x00002023}), "-q", "--platform", "bare-metal", "--exit-code"});
  CHECK(bare.exit_code == 3);
  CHECK_FALSE(has(bare.err, "signal"));
}

TEST_CASE("what is wrong with a word to tohost is said, and calls of the host have names") {
  const Folder folder;
  // auipc t0, 0; lui t1, 0x12; sd t1, 64(t0): no memory at 0x12000
  const std::string lost =
      executable(folder, {0x00000297, 0x00012337, 0x0462B023}, {{"tohost", 0x10040}});
  const Outcome nowhere = run_cli({"run", lost, "-q", "--memory", "0x10000:4K"});
  INFO(nowhere.err);
  CHECK(nowhere.exit_code == 3);
  CHECK(has(nowhere.err, "what it stores to tohost, 0x12000, is neither 1"));

  // The block {99, 0, 0, 0} lies at 0x10080; then 1 goes to tohost.
  std::vector<std::uint32_t> code{0x00000297,  // auipc t0, 0
                                  0x08028313,  // addi t1, t0, 128
                                  li(7, 99),   // t2
                                  0x00733023,  // sd t2, 0(t1)
                                  0x0462B023,  // sd t1, 64(t0)
                                  li(6, 1),    // t1
                                  0x0462B023}; // sd t1, 64(t0)
  const Outcome asks = run_cli({"run", executable(folder, code, {{"tohost", 0x10040}}), "--stats"});
  INFO(asks.err);
  CHECK(asks.exit_code == 0);
  CHECK(has(asks.err, "answered with an error: set_robust_list (99)"));
}

TEST_CASE("a signal that the program has a handler for: the message says that none is called") {
  const Folder folder;
  // rt_sigaction(SIGUSR1 = 10, action, 0, 8), then kill(0, 10). The action is at 0x10080: its
  // first word, the handler, is 0x10000.
  const std::vector<std::uint32_t> raise{li(kA7, 129), li(kA0, 0), li(kA1, 10), kEcall};
  std::vector<std::uint32_t> code{0x00000297,                         // auipc t0, 0
                                  0x08028593,                         // addi a1, t0, 128
                                  0x0055B023,                         // sd t0, 0(a1)
                                  li(kA0, 10),  li(12, 0), li(13, 8), // a2, a3
                                  li(kA7, 134), kEcall};
  code.insert(code.end(), raise.begin(), raise.end());
  const Outcome handled = run_cli({"run", executable(folder, code), "-q", "--platform", "linux"});
  CHECK(handled.exit_code == 3);
  CHECK(has(handled.err, "ended itself with signal 10 (SIGUSR1); it has a handler for it, and "
                         "handlers are not called here"));
  const Outcome none = run_cli({"run", executable(folder, raise), "-q", "--platform", "linux"});
  CHECK(has(none.err, "signal 10 (SIGUSR1)"));
  CHECK_FALSE(has(none.err, "handler"));
}

TEST_CASE("a jump to memory that is not executable is called that") {
  const Folder folder;
  // mv t0, sp; addi t0, t0, -64; jr t0: the stack
  const std::string program = executable(folder, {0x00010293, 0xFC028293, 0x00028067});
  const Outcome run = run_cli({"run", program, "-q", "--platform", "linux"});
  CHECK(run.exit_code == 3);
  CHECK(has(run.err, "the program jumped to memory that is not executable"));
}

TEST_CASE("arguments, environment, standard input and files reach a Linux program as asked") {
  const Folder folder;
  const std::string words = kernel("rv64gc-linux/words");
  const std::string text = folder.file("text.txt", "one two two three three three\n");
  const Outcome from_file =
      run_cli({"run", words, "-m", "reference", "-q", "--stdin", text, "--", "-"});
  INFO(from_file.out << from_file.err);
  CHECK(from_file.exit_code == 0);
  CHECK(has(from_file.out, "three"));
  const Outcome from_us =
      run_cli({"run", words, "-m", "reference", "-q", "--input", "-", "--", "-"},
              "one two two three three three\n");
  CHECK(from_us.out == from_file.out);
  const Outcome without = run_cli({"run", words, "-m", "reference", "-q"});
  CHECK(without.out != from_file.out);
}

TEST_CASE("what only a pipeline has is refused on the reference machine") {
  const auto refused = [](std::vector<std::string> arguments, const std::string& what) {
    arguments.insert(arguments.begin(), {"run", "lecture/p4"});
    const Outcome run = run_cli(arguments);
    INFO(run.err);
    CHECK(run.exit_code == 2);
    CHECK(run.out.empty());
    CHECK(has(run.err, what));
  };
  for (const std::string option : {"--table", "--diagram", "--ledger"})
    refused({"-m", "reference", option}, option + ": machine reference has no pipeline to show");
  refused({"-m", "reference", "--cycles", "1:5"}, "--cycles: machine reference");
  refused({"-m", "reference", "--against", "lecture/p4_swapped"}, "--against: machine reference");
  refused({"-m", "reference", "--format", "svg"}, "--format svg: machine reference");
  refused({"--compare", "reference"}, "--compare reference: it has no pipeline");
  refused({"-m", "reference", "--set", "branch.resolve=EX"},
          "--set branch.resolve: machine reference has no pipeline");
  const Outcome explain = run_cli({"explain", "lecture/p4", "-m", "reference", "--cycle", "1"});
  CHECK(explain.exit_code == 2);
  CHECK(has(explain.err, "nothing to explain"));
  CHECK(has(run_cli({"machines"}).out, "\n  reference "));
  CHECK(has(run_cli({"machines", "reference"}).out, "reference: No pipeline"));
  CHECK(run_cli({"machines", "reference", "--dump"}).exit_code == 2);
}

TEST_CASE("options of executables: refused for source texts, and when they make no sense") {
  const auto refused = [](const std::vector<std::string>& arguments, const std::string& what) {
    const Outcome run = run_cli(arguments);
    INFO(run.err);
    CHECK(run.exit_code == 2);
    CHECK(run.out.empty());
    CHECK(has(run.err, what));
  };
  for (const auto& [option, value] :
       std::vector<std::pair<std::string, std::string>>{{"--platform", "linux"},
                                                        {"--memory", "0:4096"},
                                                        {"--env", "A=b"},
                                                        {"--sandbox", "/tmp"},
                                                        {"--seed", "3"}})
    refused({"run", "lecture/p4", option, value}, option + ": only executable files");
  refused({"run", "lecture/p4", "--", "word"}, "arguments behind --: only executable files");
  refused({"run", "lecture/p4", "--commit-log", "/tmp/x"},
          "--commit-log: lecture/p4.mips is source text");
  const std::string bare = kernel("rv32imac-htif/atomics");
  const std::string linux_program = kernel("rv64gc-linux/atomics");
  for (const std::string range :
       {"0x80000000", ":16", "0:", "0:0", "x:16", "0:16Q", "0:99999999999999G"})
    refused({"run", bare, "--memory", range}, "expected BEGIN:BYTES");
  refused({"run", bare, "--memory", "0:64K"}, "lies outside the memory");
  refused({"run", bare, "--seed", "2"}, "--seed: ");
  refused({"run", bare, "--env", "A=b"}, "neither environment nor files");
  refused({"run", bare, "--xlen", "64"}, "is an executable for 32 bits");
  refused({"run", bare, "--isa", "mips"}, "expected no --isa");
  refused({"run", bare, "--platform", "unix"}, "'unix' is unknown; expected bare-metal or linux");
  refused({"run", linux_program, "--memory", "0:64K"}, "no --memory");
  refused({"run", linux_program, "--sandbox", "/nonexistent"}, "cannot be opened as a directory");
  refused({"run", linux_program, "--env", "novalue"}, "is no environment variable");
  refused({"machines", "--", "x"}, "arguments behind --");
  refused({"run", linux_program, "--commit-log", "/nonexistent/x"},
          "cannot write '/nonexistent/x'");
}

TEST_CASE("lines of the source stand beside the instructions of a program compiled with -g") {
  const std::string sorts = kernel("rv32imac-htif-debug/sorts");
  const Outcome table =
      run_cli({"run", sorts, "--cycles", "1200:1210", "--table", "--until", "cycle 1300"});
  CHECK(table.exit_code == 0);
  CHECK(has(table.out, "start.S:"));
  const Outcome why = run_cli({"explain", sorts, "--op", "1000", "--no-whatif"});
  CHECK(has(why.out, "start.S:"));
  const Outcome stopped = run_cli({"run", sorts, "-m", "reference", "--until", "line sorts.c:50"});
  CHECK(has(stopped.out, "'line sorts.c:50' holds"));
  const Json record = Json::parse(
      run_cli({"run", sorts, "--cycles", "1200:1202", "--table", "--until", "cycle 1300", "--json"})
          .out);
  CHECK(has(std::string(record["code"][0]["file"]), "start.S"));
}

TEST_CASE("both sides of a comparison are read and checked before the first one runs") {
  const Folder folder;
  // 'j .' for ever: a run that came first would not end within the time
  const std::string endless = folder.file("endless.mips", "loop: j loop\n");
  const auto refused = [&](const std::vector<std::string>& more, const std::string& what) {
    Launch how;
    how.arguments = {"run", endless};
    how.arguments.insert(how.arguments.end(), more.begin(), more.end());
    how.give_up_seconds = 20;
    const Outcome run = launch(how);
    INFO(run.err);
    CHECK_FALSE(run.gave_up);
    CHECK(run.exit_code == 2);
    CHECK(has(run.err, what));
  };
  refused({"--compare", "nosuch"}, "unknown machine 'nosuch'");
  refused({"--compare", folder.file("nofile.toml")}, "there is no such file");
  refused({"--against", folder.file("nofile.mips")}, "nofile.mips");
  refused({"--compare", "lecture-4", "--against", folder.file("bad.mips", "frob $t0\n")},
          "bad.mips:1");
}

TEST_CASE("a comparison of long runs shows their beginning, or the window asked for") {
  const std::string atomics = kernel("rv32imac-htif/atomics");
  const Outcome whole = run_cli({"run", atomics, "--compare", "dual-5"});
  CHECK(whole.exit_code == 0);
  CHECK(has(whole.err, "the first 1000 cycles of "));
  CHECK(has(whole.out, " cycles: "));
  CHECK(lines_of(whole.out).size() < 10'000);
  const Outcome window = run_cli({"run", atomics, "--compare", "dual-5", "--cycles", "5000:5003"});
  if constexpr (!stallscope::kSanitized) // what takes longer than a second shows its progress
    CHECK(window.err.empty());
  CHECK_FALSE(has(window.err, "the first "));
  CHECK(has(window.out, "5003"));
  CHECK_FALSE(has(window.out, "\n 5004 "));
}

TEST_CASE("option --instructions of a comparison names the same place on both machines") {
  const std::string atomics = kernel("rv32imac-htif/atomics");
  const auto shown = [](const Json& run) {
    std::vector<std::string> texts;
    for (const Json& row : run["diagram"]["rows"])
      if (row["wrong_path"] == false)
        texts.push_back(row["text"]);
    return texts;
  };
  for (const std::string window : {"3:11", "50000:50008"}) {
    const Json both = Json::parse(run_cli({"run", atomics, "--compare", "sifive-7",
                                           "--instructions", window, "--diagram", "--json"})
                                      .out);
    CHECK(shown(both["a"]).size() == 9);
    CHECK(shown(both["a"]) == shown(both["b"]));
    const Json first = both["retired"][0];
    CHECK(first["a"]["text"] == first["b"]["text"]);
  }
}
