#include "model/analysis/machine_options.hpp"
#include "model/files/settings.hpp"
#include "model/language/sentences.hpp"
#include "temporary_folder.hpp"
#include "unit/gui_model/model_testing.hpp"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace stallscope;
using namespace stallscope::gui;
using namespace stallscope::gui::test;

// P4 on the lecture's four stages, by its rules: the second add reads in RR what the first writes
// in RW in cycle 4, so it reads in cycle 5, and the rest follows: 11 cycles (lecture, section 2).

TEST_CASE("a run opens in the background and brings its record with a poll", "[gui_model]") {
  Run run; // with its thread
  CHECK(run.state() == Run::State::empty);
  run.open(spec_of("lecture/p4", "lecture-4"));
  CHECK(run.state() == Run::State::opening);
  run.wait();
  REQUIRE(run.state() == Run::State::ready);
  CHECK(run.last_cycle() == 11);
  CHECK(run.op_count() == 4);
  CHECK(run.whole());
  CHECK(run.summary().cycles == 11);
  CHECK(run.summary().ledger.balanced());
  CHECK(run.lanes().size() == 4);
}

TEST_CASE("a run that cannot be opened says why, and what was shown before stays", "[gui_model]") {
  OpenRun open(spec_of("lecture/p4", "lecture-4"));
  const std::uint64_t version = open.run.version();
  open.run.open(text_of("addd $t0, $t1, $t2\n", isa::Isa::mips, "lecture-4"));
  open.run.wait();
  CHECK(open.run.state() == Run::State::failed);
  REQUIRE(open.run.problems().size() == 1);
  CHECK(open.run.problems()[0].line == 1);
  CHECK(open.run.last_cycle() == 11);
  CHECK(open.run.version() == version);
  open.run.open(spec_of("lecture/p4_swapped", "lecture-4"));
  open.run.wait();
  CHECK(open.run.last_cycle() == 8);
}

TEST_CASE("unknown machines, programs and schedulers are problems with the nearest name",
          "[gui_model]") {
  Run run(Threads::none);
  run.open(spec_of("lecture/p4", "lecture-5"));
  run.wait();
  CHECK(run.state() == Run::State::failed);
  run.open(spec_of("lecture/p5", "lecture-4"));
  run.wait();
  REQUIRE(run.state() == Run::State::failed);
  CHECK(run.problems().back().suggestion == "lecture/p4");
  RunSpec spec = spec_of("lecture/p4", "lecture-4");
  spec.scheduler = "fastest";
  run.open(spec);
  run.wait();
  CHECK(run.state() == Run::State::failed);
}

TEST_CASE("a pipe is no program: a window waits for nobody", "[gui_model]") {
  const TemporaryFolder folder;
  const std::string pipe = folder.file("pipe.s");
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  Run run(Threads::none);
  run.open(spec_of(pipe, "mips-5"));
  run.wait();
  REQUIRE(run.state() == Run::State::failed);
  CHECK(run.problems().back().message == "this is no plain file");
}

TEST_CASE("a pipe is no machine and no trace either, and nor is the kernel's log", "[gui_model]") {
  const TemporaryFolder folder;
  const std::string pipe = folder.file("pipe.toml");
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  Run run(Threads::none);
  run.open(spec_of("lecture/p4", pipe));
  run.wait();
  REQUIRE(run.state() == Run::State::failed);
  CHECK(run.problems().back().message == "this is no plain file");
  MachineOptions options;
  options.open(pipe, {});
  for (const Subject subject : {Subject::trace, Subject::measured}) {
    RunSpec spec; // as remembered from last time
    spec.subject = subject;
    spec.program.name = pipe;
    run.open(spec);
    run.wait();
    REQUIRE(run.state() == Run::State::failed);
    CHECK(run.problems().back().message == "this is no plain file");
  }
  // It calls itself a plain file, and reading it waits until the kernel says something.
  const std::string log = folder.path() / "log";
  std::filesystem::create_symlink("/proc/kmsg", log);
  CHECK(subject_of_file(log) == Subject::program);
}

TEST_CASE("what is saved goes through no link that lies beside it", "[gui_model]") {
  const TemporaryFolder folder;
  const std::string mine = folder.file("mine.s", "nop\n");
  const std::string secret = folder.file("secret", "as it was");
  for (const std::string& name :
       {mine + ".new", mine + ".part", fmt::format("{}.{}-0.part", mine, getpid())})
    std::filesystem::create_symlink(secret, name);
  CHECK(write_whole_file(mine, "ret\n").empty());
  std::string text;
  std::getline(std::ifstream(secret), text);
  CHECK(text == "as it was");
  std::getline(std::ifstream(mine), text);
  CHECK(text == "ret");
}

TEST_CASE("a run in the order of a scheduler", "[gui_model]") {
  RunSpec spec = spec_of("lecture/b6_source", "lecture-4");
  OpenRun source(spec);
  CHECK(source.run.last_cycle() == 12); // lecture, section 3
  spec.scheduler = "weighted";
  OpenRun scheduled(spec);
  CHECK(scheduled.run.last_cycle() == 10);
}

namespace {

/// Counts t0 down from n: four instructions in front of the loop's two; long enough to be recorded
/// in windows when the limits are small.
RunSpec loop_of(unsigned n) {
  RunSpec spec = text_of("        li $t0, " + std::to_string(n) +
                             "\nloop:   addi $t0, $t0, -1\n        bne $t0, $zero, loop\n",
                         isa::Isa::mips, "mips-5");
  return spec;
}

} // namespace

TEST_CASE("a long run is recorded where it is looked at, and says the same as a whole one",
          "[gui_model]") {
  RunSpec spec = loop_of(3000);
  OpenRun whole(spec);
  REQUIRE(whole.run.whole());
  spec.whole_ops = 100;
  OpenRun parts(spec);
  REQUIRE_FALSE(parts.run.whole());
  CHECK(parts.run.last_cycle() == whole.run.last_cycle());
  CHECK(parts.run.op_count() == whole.run.op_count());

  const std::uint64_t from = 9000;
  CHECK(parts.run.window(from, from + 20) == nullptr); // asked for
  parts.run.wait();
  const WindowPtr window = parts.run.window(from, from + 20);
  REQUIRE(window != nullptr);
  CHECK(window->covers(from, from + 20));
  const Timeline a = whole.run.first_window()->index.slice(Cycle{from}, Cycle{from + 20});
  const Timeline b = window->index.slice(Cycle{from}, Cycle{from + 20});
  REQUIRE(a.rows.size() == b.rows.size());
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    CHECK(a.rows[i].op == b.rows[i].op);
    CHECK(a.rows[i].begin == b.rows[i].begin);
    CHECK(a.rows[i].end == b.rows[i].end);
  }
}

TEST_CASE("the overview of a run adds up to its ledger", "[gui_model]") {
  OpenRun open(loop_of(50000));
  const Overview& overview = open.run.overview();
  CHECK(overview.buckets().size() <= Overview::kMaxBuckets);
  CHECK(overview.end_cycle() == open.run.last_cycle() + 1);
  const OverviewBucket all = overview.range(1, open.run.last_cycle() + 1);
  for (const trace::LedgerPoint point : open.run.summary().ledger.points())
    CHECK(all.slots[static_cast<std::size_t>(point)] == open.run.summary().ledger.at(point).slots);
  CHECK(all.retired == open.run.summary().instructions);
  CHECK(all.next_op == open.run.op_count() + 1);
}

TEST_CASE("stretches of an overview become longer as a run does", "[gui_model]") {
  Overview overview;
  std::uint64_t retired = 0;
  const std::uint64_t cycles = Overview::kMaxBuckets * Overview::kFirstBucketCycles * 3;
  while (overview.end_cycle() <= cycles) {
    OverviewBucket bucket;
    bucket.end_cycle = overview.next_end() + 1;
    retired += overview.bucket_cycles() / 2; // an instruction in two cycles
    bucket.retired = retired;
    bucket.next_op = retired + 1;
    bucket.slots[0][0] = overview.bucket_cycles();
    overview.append(bucket);
  }
  CHECK(overview.bucket_cycles() == 4 * Overview::kFirstBucketCycles);
  CHECK(overview.retired_at(1000) == Approx(500));
  CHECK(overview.cycle_of_retired(500) == 1000);
  CHECK(overview.cycle_of_op(501) == Approx(1000).margin(2));
  CHECK(overview.range(1, cycles + 1).slots[0][0] >= cycles);
}

TEST_CASE("the state at the end of a cycle", "[gui_model]") {
  OpenRun open(text_of("t0 = 5\nt1 = t0 + 2\nt2 = t1 + t0\n", isa::Isa::tac, "lecture-4"));
  CHECK(open.run.snapshot(4) == nullptr);
  open.run.wait();
  const SnapshotPtr early = open.run.snapshot(4); // t0 = 5 is in RW in cycle 4
  REQUIRE(early != nullptr);
  const RegId t0 = open.run.program()->register_named("t0");
  const RegId t2 = open.run.program()->register_named("t2");
  CHECK(early->committed[t0] == 5);
  CHECK(early->committed[t2] == 0);
  CHECK(open.run.snapshot(open.run.last_cycle()) == nullptr);
  open.run.wait();
  CHECK(open.run.snapshot(open.run.last_cycle())->committed[t2] == 12);
}

TEST_CASE("an edited register makes another run, which the record shows", "[gui_model]") {
  OpenRun open(loop_of(10));
  const std::uint64_t before = open.run.last_cycle();
  const RegId t0 = open.run.program()->register_named("$t0");
  open.run.set_register(8, t0, 1); // one round more at most
  open.run.wait();
  CHECK(open.run.state() == Run::State::ready);
  CHECK(open.run.edit_count() == 1);
  CHECK(open.run.last_cycle() < before);
  CHECK(open.run.summary().cycles == open.run.last_cycle());
}

TEST_CASE("a run stops at its limit and says so", "[gui_model]") {
  RunSpec spec = text_of("loop: goto loop\n", isa::Isa::tac, "lecture-4");
  spec.limit_cycles = 1000;
  OpenRun open(spec);
  CHECK(open.run.last_cycle() == 1000);
  CHECK(open.run.summary().stop.reason == "limit");
}

TEST_CASE("a run that repeats says so, with its period in instructions and cycles", "[gui_model]") {
  // A jump to itself: an instruction, which refills a stage of one cycle.
  const OpenRun open(text_of("loop: j loop\n", isa::Isa::mips, "mips-5"));
  REQUIRE(open.run.summary().stop.repeats);
  const trace::Repetition& repeats = *open.run.summary().stop.repeats;
  const std::vector<std::string> said = notices_of(open.run.summary());
  REQUIRE_FALSE(said.empty());
  CHECK(said.front().find("period " + std::to_string(repeats.period) + " instructions (" +
                          std::to_string(repeats.most_period_cycles) + " cycles), from ") !=
        std::string::npos);
}

TEST_CASE("a run whose program writes more memory than it may stops and says so", "[gui_model]") {
  // A page after the other, to the end of the heap: 256 MiB.
  RunSpec spec = text_of("        li $v0, 9\n        li $a0, 0x0fff0000\n        syscall\n"
                         "        li $t0, 0xfff0\n"
                         "loop:   sw $t0, 0($v0)\n        addiu $v0, $v0, 4096\n"
                         "        addiu $t0, $t0, -1\n        bne $t0, $zero, loop\n",
                         isa::Isa::mips, "mips-5");
  CHECK(spec.limit_memory_bytes == 4ULL << 30); // as the command line has it
  spec.limit_memory_bytes = 8ULL << 20;
  OpenRun open(spec);
  CHECK(open.run.summary().stop.reason == "memory");
  CHECK(open.run.summary().stop.detail == "limit of 8 MiB of memory reached");
  CHECK(notices_of(open.run.summary()) ==
        std::vector<std::string>{"Stopped: limit of 8 MiB of memory reached; the option "
                                 "--limit-memory SIZE allows more."});
}

TEST_CASE("a run that is cancelled shows what has been simulated", "[gui_model]") {
  Run run;
  RunSpec spec = text_of("loop: x = x + 1\ngoto loop\n", isa::Isa::tac, "lecture-4");
  spec.whole_ops = 1000;
  run.open(spec);
  while (run.cycles_so_far() < 100'000)
    run.poll();
  run.cancel();
  run.wait();
  CHECK(run.state() == Run::State::ready);
  CHECK(run.summary().stop.reason == "interrupted");
  CHECK(run.last_cycle() >= 100'000);
  CHECK(run.window(run.last_cycle() - 5, run.last_cycle()) == nullptr);
  run.wait();
  CHECK(run.window(run.last_cycle() - 5, run.last_cycle()) != nullptr);
}

TEST_CASE("stalls are found forwards and backwards, in whole runs and in windows", "[gui_model]") {
  RunSpec spec = spec_of("lecture/p4", "lecture-4");
  const auto stalls = [](Run& run, std::uint64_t from, bool forwards) {
    std::uint64_t found = 0;
    run.find_stall(from, forwards,
                   [&found](std::optional<RunPlace> place) { found = place ? place->cycle : 0; });
    run.wait();
    return found;
  };
  OpenRun whole(spec);
  spec.whole_ops = 0;
  OpenRun parts(spec);
  REQUIRE_FALSE(parts.run.whole());
  // Lecture, section 2: 2 waits in ID from cycle 3, 4 from cycle 7.
  for (Run* run : {&whole.run, &parts.run}) {
    CHECK(stalls(*run, 0, true) == 3);
    CHECK(stalls(*run, 3, true) == 7);
    CHECK(stalls(*run, 7, true) == 0);
    CHECK(stalls(*run, 11, false) == 7);
    CHECK(stalls(*run, 7, false) == 3);
    CHECK(stalls(*run, 3, false) == 0);
  }
}

TEST_CASE("a worker without threads does its jobs when it is asked", "[gui_model]") {
  Worker worker(Threads::none);
  int done = 0;
  worker.start([&done](Task& task) { task.post([&done] { ++done; }); });
  CHECK(done == 0);
  CHECK(worker.busy());
  CHECK(worker.poll() == 1);
  CHECK(done == 1);
  CHECK_FALSE(worker.busy());
}

TEST_CASE("a worker in slices goes on with a job in the next poll", "[gui_model]") {
  Worker worker(Threads::slices);
  int parts = 0;
  const std::function<void(Task&)> part = [&](Task& task) {
    while (!task.should_yield()) {
    }
    if (++parts < 3)
      task.continue_with(part);
  };
  const auto task = worker.start(part);
  bool second = false;
  worker.start([&second](Task&) { second = true; });
  for (int polls = 1; polls <= 3; ++polls) {
    worker.poll();
    CHECK(parts == polls);
    CHECK(task->finished() == (polls == 3));
  }
  CHECK_FALSE(second); // its turn is after the first
  worker.poll();
  CHECK(second);
  CHECK_FALSE(worker.busy());
}

TEST_CASE("a run in slices is the same run, and can be stopped between them", "[gui_model]") {
  RunSpec spec = loop_of(200'000);
  OpenRun whole(spec);
  Run run(Threads::slices);
  run.open(spec);
  run.poll();
  CHECK(run.state() == Run::State::opening);
  CHECK(run.cycles_so_far() > 0);
  run.wait();
  CHECK(run.last_cycle() == whole.run.last_cycle());
  CHECK(run.summary().ledger.accounts == whole.run.summary().ledger.accounts);
  CHECK(run.overview().end_cycle() == whole.run.overview().end_cycle());

  run.open(spec);
  run.poll();
  run.cancel();
  run.poll();
  CHECK(run.state() == Run::State::ready);
  CHECK(run.summary().stop.reason == "interrupted");
  CHECK(run.last_cycle() < whole.run.last_cycle());
}

TEST_CASE("a worker that goes away cancels what it does", "[gui_model]") {
  std::atomic<bool> noticed{false};
  {
    Worker worker;
    std::atomic<bool> begun{false};
    worker.start([&](Task& task) {
      begun = true;
      while (!task.cancelled()) {
      }
      noticed = true;
    });
    while (!begun) {
    }
  }
  CHECK(noticed);
}

TEST_CASE("while another run cannot be opened, the one before can still be looked at",
          "[gui_model]") {
  OpenRun open(loop_of(10));
  open.run.open(text_of("nonsense\n", isa::Isa::mips, "mips-5"));
  open.run.wait();
  REQUIRE(open.run.state() == Run::State::failed);
  CHECK(open.run.snapshot(9) == nullptr);
  open.run.wait();
  const SnapshotPtr shot = open.run.snapshot(9);
  REQUIRE(shot != nullptr);
  CHECK(shot->cycle == 9);
}

TEST_CASE("a window says of the whole run what the run says", "[gui_model]") {
  RunSpec spec = loop_of(3000);
  spec.whole_ops = 10;
  OpenRun open(spec);
  CHECK(open.run.snapshot(100) == nullptr); // leads the session away from its end
  open.run.wait();
  CHECK(open.run.window(9000, 9010) == nullptr);
  open.run.wait();
  const WindowPtr window = open.run.window(9000, 9010);
  REQUIRE(window != nullptr);
  CHECK(window->record.cycles == open.run.summary().cycles);
  CHECK(window->record.stop.reason == "end");
  CHECK(open.run.summary().stop.reason == "end");
}

TEST_CASE("runs opened one behind the other: the last one is shown", "[gui_model]") {
  Run run;
  for (int i = 0; i < 20; ++i)
    run.open(loop_of(1000U + static_cast<unsigned>(i)));
  run.open(spec_of("lecture/p4", "lecture-4"));
  run.wait();
  CHECK(run.state() == Run::State::ready);
  CHECK(run.last_cycle() == 11);
}

TEST_CASE("while a search goes on, other cycles can be looked at", "[gui_model]") {
  RunSpec spec = text_of("        li $t0, 30000000\nloop:   addi $t0, $t0, -1\n"
                         "        bne $t0, $zero, loop\n",
                         isa::Isa::mips, "mips-5");
  spec.limit_cycles = 2'000'000;
  OpenRun open(spec, Threads::background);
  REQUIRE_FALSE(open.run.whole());
  bool ended = false;
  const auto task = open.run.scan(
      0, true, [](const RunWindow&, Cycle, Cycle) { return std::nullopt; },
      [&ended](std::optional<RunPlace>) { ended = true; });
  WindowPtr window;
  while (window == nullptr) {
    window = open.run.window(1'500'000, 1'500'020);
    open.run.poll();
  }
  CHECK(window->covers(1'500'000, 1'500'020));
  task->cancel();
  open.run.wait();
  CHECK(ended);
}

TEST_CASE("cycles are counted as the machine counts them", "[gui_model]") {
  // hp-latency does not count the drain: what is saved is the difference of the totals shown.
  Comparison both(Threads::none);
  both.open_a(spec_of("textbook/x_plus_s", "hp-latency"));
  both.open_b(spec_of("textbook/x_plus_s", "serial"));
  both.wait();
  CHECK(both.total_saved() == static_cast<std::int64_t>(both.run(Side::a).summary().cycles) -
                                  static_cast<std::int64_t>(both.run(Side::b).summary().cycles));
  CHECK(both.run(Side::a).summary().cycles != both.run(Side::a).last_cycle());
}

TEST_CASE("a run that is still simulated makes room for the next", "[gui_model]") {
  Run run;
  run.open(text_of("loop: x = x + 1\ngoto loop\n", isa::Isa::tac, "lecture-4"));
  while (run.last_cycle() < 20'000) // it is shown already
    run.poll();
  CHECK(run.state() == Run::State::opening);
  run.open(text_of("        li $t0, 100000\nloop:   addi $t0, $t0, -1\n"
                   "        bne $t0, $zero, loop\n",
                   isa::Isa::mips, "mips-5"));
  bool opening = true;
  while (run.program()->isa != isa::Isa::mips) {
    opening &= run.state() == Run::State::opening;
    run.poll();
  }
  CHECK(opening);
  run.wait();
  CHECK(run.state() == Run::State::ready);
  CHECK(run.summary().stop.reason == "end");
}

TEST_CASE("a run can be edited although another could not be opened", "[gui_model]") {
  OpenRun open(loop_of(10));
  open.run.open(spec_of("no/such/program", "mips-5"));
  open.run.wait();
  REQUIRE(open.run.state() == Run::State::failed);
  open.run.set_register(8, open.run.program()->register_named("$t0"), 1);
  open.run.wait();
  CHECK(open.run.state() == Run::State::ready);
  CHECK(open.run.edit_count() == 1);
}
