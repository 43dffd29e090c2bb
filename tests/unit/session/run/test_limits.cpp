// What a run says when it is cut short: it agrees with its own record, and a program that has ended
// has ended.

#include "isa/file_copies.hpp"
#include "isa/load_elf.hpp"
#include "temporary_folder.hpp"
#include "unit/isa/elf_builder.hpp"
#include "unit/session/loop_program.hpp"
#include "unit/session/session_testing.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

using namespace stallscope;
using namespace stallscope::session;
using namespace stallscope::session::test;

namespace {

std::uint64_t retired_rows(const Timeline& timeline) {
  return static_cast<std::uint64_t>(
      std::count_if(timeline.rows.begin(), timeline.rows.end(),
                    [](const OpRow& row) { return !row.in_flight && !row.flushed; }));
}

} // namespace

TEST_CASE("limits: cut at any cycle, instructions are the retired rows and the used slots") {
  const isa::Program program = tac(counting_loop(4));
  for (const char* name : {"lecture-4", "mips-5", "dual-5", "hp-latency"}) {
    const machine::Machine machine = preset(name);
    for (std::uint64_t limit = 1; limit < 40; ++limit) {
      RunOptions options;
      options.record = true;
      options.limit_cycles = limit;
      const trace::RunRecord run = run_program(program, machine, options);
      INFO(name << ", " << limit << " cycles");
      CHECK(run.instructions == retired_rows(run.timeline));
      if (machine.drain == machine::DrainRule::counted) {
        CHECK(run.instructions == run.ledger.at(trace::LedgerPoint::retire).used());
      }
    }
  }
}

TEST_CASE("limits: without a reorder buffer a written operation has retired, whatever is older") {
  // The additions overtake the multiplications, which take longer.
  const isa::Program program =
      tac("a = 3\nb = a * a\nc = a + 1\nd = b * b\ne = a + 2\nf = c + e\ng = d * f\nh = e + 4\n");
  for (const char* name : {"scoreboard", "tomasulo", "tomasulo-rob-1", "ooo-4"}) {
    const machine::Machine machine = preset(name);
    for (std::uint64_t limit = 1; limit < 60; ++limit) {
      RunOptions options;
      options.record = true;
      options.limit_cycles = limit;
      const trace::RunRecord run = run_program(program, machine, options);
      INFO(name << ", " << limit << " cycles");
      CHECK(run.instructions == retired_rows(run.timeline));
      CHECK(run.micro_ops == run.instructions);
      options.record = false;
      CHECK(run_program(program, machine, options).instructions == run.instructions);
      if (run.instructions == 0)
        continue;
      options.limit_cycles = kNever.value;
      options.limit_instructions = run.instructions;
      const trace::RunRecord counted = run_program(program, machine, options);
      // The limit counts in the order of the program, as a commit log does: what has overtaken an
      // older one counts when that has retired too.
      CHECK(counted.instructions >= run.instructions);
    }
  }
}

TEST_CASE("limits: the n-th instruction has retired in its last cycle, not in the one behind it") {
  // Independent: the n-th is in RW, the last of four stages, in cycle n + 3.
  const isa::Program program = tac("a = 1\nb = 2\nc = 3\nd = 4\n");
  for (std::uint64_t n = 1; n <= 3; ++n) {
    RunOptions options;
    options.limit_instructions = n;
    const trace::RunRecord run = run_program(program, preset("lecture-4"), options);
    CHECK(run.instructions == n);
    CHECK(run.cycles == n + 3);
    CHECK(run.stop.reason == "limit");
  }
}

TEST_CASE("limits: a limit that is just enough for the whole program does not cut it short") {
  const isa::Program program = tac("a = 1\nb = 2\nprint b\nexit 3\n");
  for (const machine::PresetInfo& info : machine::presets()) {
    const machine::Machine machine = preset(std::string(info.name));
    const trace::RunRecord whole = run_program(program, machine, {});
    REQUIRE(whole.stop.reason == "exit");
    INFO(info.name);
    RunOptions options;
    options.limit_instructions = whole.instructions;
    const trace::RunRecord counted = run_program(program, machine, options);
    CHECK(counted.stop.reason == "exit");
    CHECK(counted.stop.exit_code == 3);
    CHECK(counted.cycles == whole.cycles);
    CHECK(counted.output == "2\n");
    if (machine.drain == machine::DrainRule::excluded)
      continue; // counts fewer cycles than it takes
    options = {};
    options.limit_cycles = whole.cycles;
    CHECK(run_program(program, machine, options).stop.reason == "exit");
    options.limit_cycles = whole.cycles - 1;
    CHECK(run_program(program, machine, options).stop.reason == "limit");
  }
}

TEST_CASE("limits: a record that the end of the program completes carries no note") {
  const isa::Program program = tac("a = 1\n");
  RunOptions options;
  options.record = true;
  options.max_events = 0;
  const trace::RunRecord run = run_program(program, preset("lecture-4"), options);
  CHECK(run.notes.size() == 1); // cut in cycle 1 of 4
  CHECK(run.timeline.end_cycle.value == 2);
  CHECK(run.cycles == 4);
  options.max_events = 1000;
  CHECK(run_program(program, preset("lecture-4"), options).notes.empty());
}

TEST_CASE("limits: a recorded window by operations can be interrupted too") {
  // Operation 1 stays in flight for ever: the window does not end by itself.
  const isa::Program program = tac("x = 1\nloop: x = x + 1\ngoto loop\n");
  RunOptions options;
  options.record = true;
  options.from_op = 1;
  options.to_op = 1'000'000'000;
  unsigned asked = 0;
  options.progress = [&asked](const Progress&) { return ++asked < 2; };
  const trace::RunRecord run = run_program(program, preset("mips-5"), options);
  CHECK(run.stop.reason == "interrupted");
  CHECK(asked == 2);
  CHECK(run.notes.empty()); // long before the limit of events
}

TEST_CASE("limits: live output is handed on as it is printed, once, with its place") {
  class Live final : public isa::OutputSink {
  public:
    void write(std::uint64_t offset, std::string_view more) override {
      CHECK(offset == text.size());
      text += more;
    }
    std::string text;
  };
  Live live;
  RunOptions options;
  options.live_output = &live;
  const trace::RunRecord run = run_program(tac(kLoop), preset("mips-5"), options);
  CHECK(live.text == "10\n20\n30\n40\n50\n60\n70\n80\n90\n100\n");
  CHECK(run.output == live.text);
}

TEST_CASE("limits: a window behind the end of the run is empty, and the run is whole") {
  RunOptions options;
  options.record = true;
  options.from_cycle = 1'000'000;
  options.to_cycle = 1'000'010;
  const trace::RunRecord run = run_program(tac(kLoop), preset("mips-5"), options);
  CHECK(run.stop.reason == "end");
  CHECK(run.timeline.rows.empty());
}

TEST_CASE("limits: a record that outgrows its use ends the run, and nothing is kept of it") {
  const isa::Program program = tac("loop: x = x + 1\ngoto loop\n");
  RunOptions options;
  options.record = true;
  std::uint64_t asked = 0;
  options.too_large = [&asked](const trace::Extent& extent) {
    ++asked;
    CHECK(extent.first_cycle == Cycle{1});
    CHECK(extent.first_op == OpId{1});
    CHECK(extent.lanes == 5);
    return std::string(extent.end_cycle.value > 100'000 ? "too much" : "");
  };
  const trace::RunRecord run = run_program(program, preset("mips-5"), options);
  CHECK(run.too_large == "too much");
  CHECK(run.cycles < 150'000); // asked often enough
  CHECK(run.timeline.rows.empty());
  CHECK(asked > 1);
  // A window that fits is no reason to stop: the run goes on behind it.
  options.to_cycle = 1000;
  options.limit_cycles = 200'000;
  const trace::RunRecord window = run_program(program, preset("mips-5"), options);
  CHECK(window.too_large.empty());
  CHECK(window.cycles == 200'000);
  CHECK(window.timeline.end_cycle == Cycle{1001});
}

namespace {

/// An executable on a bare machine that counts down from `spins` * 4096 and then writes a page
/// after the other of 1 GiB, three instructions each.
isa::Program page_after_page(std::uint32_t spins) {
  isa::testing::ElfBuilder elf;
  isa::testing::Bytes& code = elf.segments[0].bytes;
  code.clear();
  for (const std::uint32_t word : {0x000002b7U | spins << 12, // lui t0, spins
                                   0xfff28293U,               // addi t0, t0, -1
                                   0xfe029ee3U,               // bnez t0, -4
                                   0x20000337U,               // lui t1, 0x20000
                                   0x000013b7U,               // lui t2, 1
                                   0x00032023U,               // sw zero, 0(t1)
                                   0x00730333U,               // add t1, t1, t2
                                   0xff9ff06fU})              // j -8
    isa::testing::put(code, word, 4);
  elf.segments[0].memory_bytes = code.size();
  isa::ElfOptions options;
  options.platform = isa::Platform::bare_metal;
  options.memory = {{0x10000, 0x10000}, {0x20000000, 1ULL << 30}};
  Result<isa::Program> program = isa::program_from_elf("pages", elf.build(), options);
  REQUIRE(program.ok());
  return std::move(program).value();
}

} // namespace

TEST_CASE("limits: memory is given up soon behind its limit, however fast it is written") {
  const auto check = [](const char* name, std::uint32_t spins, auto run) {
    const isa::Program program = page_after_page(spins);
    RunOptions options;
    options.limit_memory_bytes = 16ULL << 20;
    std::uint64_t bytes = 0;
    options.at_end = [&bytes](const isa::ArchState& state) {
      bytes = state.memory.resident_bytes();
    };
    const trace::RunRecord ended = run(program, preset(name), options);
    INFO(name);
    CHECK(ended.stop.reason == "memory");
    CHECK(ended.stop.detail == "limit of 16 MiB of memory reached");
    CHECK(bytes > 16ULL << 20);
    CHECK(bytes < 24ULL << 20);
  };
  check("mips-5", 8192, run_on_reference); // long enough that progress is rarely asked about
  check("mips-5", 512, run_program);
  check("ooo-4", 512, run_program);
}

namespace {

/// A Linux program that opens the file `f`, or else takes its standard input, reads `mebibytes` of
/// it in one call and exits with 7.
isa::Program reading_program(bool opens, std::uint32_t mebibytes, const std::string& sandbox) {
  constexpr std::uint32_t kA0 = 10, kA1 = 11, kA2 = 12, kA7 = 17, kEcall = 0x73, kNameAt = 64;
  const auto set = [](std::uint32_t reg, std::uint32_t value) { // addi reg, zero, value
    return value << 20 | reg << 7 | 0x13U;
  };
  const auto set_upper = [](std::uint32_t reg, std::uint32_t value) { // lui
    return value << 12 | reg << 7 | 0x37U;
  };
  std::vector<std::uint32_t> words;
  if (opens)
    words = {set(kA0, 0xF9C), // AT_FDCWD
             set_upper(kA1, 0x10),
             kNameAt << 20 | kA1 << 15 | kA1 << 7 | 0x13U,
             set(kA2, 0),
             set(kA7, 56),
             kEcall};
  for (const std::uint32_t word :
       {set_upper(kA1, 0x1000), set_upper(kA2, mebibytes << 8), set(kA7, 63), kEcall, // read
        set(kA0, 7), set(kA7, 93), kEcall})                                           // exit
    words.push_back(word);
  isa::testing::ElfBuilder elf;
  isa::testing::Bytes& code = elf.segments[0].bytes;
  code.clear();
  for (const std::uint32_t word : words)
    isa::testing::put(code, word, 4);
  code.resize(kNameAt);
  isa::testing::put(code, std::string_view("f\0", 2));
  elf.segments[0].memory_bytes = code.size();
  elf.segments.push_back({.flags = isa::testing::ElfBuilder::r | isa::testing::ElfBuilder::w,
                          .address = 0x1000000,
                          .memory_bytes = std::uint64_t{mebibytes} << 20,
                          .bytes = {}});
  isa::ElfOptions options;
  options.platform = isa::Platform::linux_user;
  options.sandbox = sandbox;
  Result<isa::Program> program = isa::program_from_elf("reading", elf.build(), options);
  REQUIRE(program.ok());
  return std::move(program).value();
}

} // namespace

TEST_CASE("limits: no call of a guest takes memory beyond the limit") {
  constexpr std::uint64_t kMiB = 1ULL << 20;
  constexpr std::uint64_t kBytes = 8 * kMiB; // of the file, and of the standard input
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "f").close();
  std::filesystem::resize_file(folder.path() / "f", kBytes);
  struct Case {
    bool opens;
    std::uint64_t limit;
    const char* reason;
    std::uint64_t copies; ///< of the file
  };
  for (const Case& c : {Case{true, 4 * kMiB, "memory", 0}, Case{true, 12 * kMiB, "memory", kBytes},
                        Case{true, 17 * kMiB, "exit", kBytes}, Case{false, 4 * kMiB, "memory", 0},
                        Case{false, 9 * kMiB, "exit", 0}})
    for (const auto run : {run_program, run_on_reference}) {
      INFO(c.opens << ", " << c.limit);
      const isa::Program program = reading_program(c.opens, 8, folder.path().string());
      RunOptions options;
      options.input.assign(c.opens ? 0 : kBytes, 'x');
      options.limit_memory_bytes = c.limit;
      std::uint64_t bytes = 0;
      options.at_end = [&bytes](const isa::ArchState& state) {
        bytes = state.memory.resident_bytes();
      };
      const trace::RunRecord ended = run(program, preset("ooo-4"), options);
      CHECK(ended.stop.reason == c.reason);
      CHECK(isa::bytes_of_file_copies(program) == c.copies);
      CHECK(bytes + c.copies <= c.limit);
    }
}

TEST_CASE("limits: memory that just suffices is no reason to stop") {
  const isa::Program program = tac("a = 1\nb = 2\nprint b\nexit 3\n");
  RunOptions options;
  options.at_end = [&options](const isa::ArchState& state) {
    options.limit_memory_bytes = state.memory.resident_bytes();
  };
  (void)run_program(program, preset("mips-5"), options);
  REQUIRE(options.limit_memory_bytes != kNever.value);
  options.at_end = nullptr;
  CHECK(run_program(program, preset("mips-5"), options).stop.reason == "exit");
  CHECK(run_on_reference(program, preset("mips-5"), options).stop.reason == "exit");
}

TEST_CASE("limits: of the output the beginning is kept, and the rest is counted") {
  const isa::Program program = tac("a = 0\nloop: print a\na = a + 1\nif a < 100 goto loop\n");
  RunOptions options;
  options.keep_output_bytes = 7;
  for (const auto run : {run_program, run_on_reference}) {
    const trace::RunRecord record = run(program, preset("mips-5"), options);
    CHECK(record.output == "0\n1\n2\n3");
    CHECK(record.output_dropped == 290 - 7); // ten lines of two bytes, ninety of three
    options.keep_output = false;
    CHECK(run(program, preset("mips-5"), options).output_dropped == 0);
    options.keep_output = true;
  }
}

TEST_CASE("limits: a session keeps the beginning of the output, wherever it goes") {
  // 70 times a MiB.
  const auto program = std::make_shared<isa::Program>(
      assembled(isa::Isa::riscv, "li t0, 70\nloop: li a7, 64\nli a0, 1\nla a1, text\n"
                                 "li a2, 1048576\necall\naddi t0, t0, -1\nbnez t0, loop\n"
                                 ".data\ntext: .zero 1048576\n"));
  Session session(program, std::make_shared<machine::Machine>(preset("serial")));
  session.run();
  CHECK(session.simulation().arch().output_bytes == 70ULL << 20);
  CHECK(session.output().size() == kStandardOutputBytes);
  session.seek(session.cycle() / 2);
  CHECK(session.output().size() == session.simulation().arch().output_bytes);
}
