#include "smoke/process.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>

using namespace stallscope::smoke;

namespace {

constexpr const char* kEndless = "loop: addi $t0, $t0, 1\nj loop\n";

std::vector<std::string> with(std::vector<std::string> words, std::vector<std::string> more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

} // namespace

TEST_CASE("the main job: P4 before and after the swap, side by side, with the cycles saved") {
  const Outcome run = run_cli(
      {"run", "lecture/p4", "-m", "lecture-4", "--against", "lecture/p4_swapped", "--table"});
  CHECK(run.exit_code == 0);
  CHECK(run.err.empty());
  CHECK(has(run.out, "A: 11 cycles"));
  CHECK(has(run.out, "B: 8 cycles"));
  CHECK(has(run.out, "RAW $t2"));
  CHECK(has(run.out, "B saves 3 cycles (27.3 %)"));
  CHECK(has(run.out, "First difference"));
}

TEST_CASE("the commands the run script uses and suggests work as typed") {
  int tried = 0;
  for (const std::string& line : lines_of(read_file(STALLSCOPE_SOURCE_DIR "/run"))) {
    std::string words;
    if (line.compare(0, 10, "  ./run ru") == 0 || line.compare(0, 9, "  ./run e") == 0)
      words = line.substr(8, line.find("    ", 8) - 8); // what it is for stands behind
    else if (line.compare(0, 14, "  \"$program\" r") == 0)
      words = line.substr(13);
    else
      continue;
    INFO(line);
    std::vector<std::string> arguments;
    for (std::size_t at = 0; at < words.size();) {
      const std::size_t end = std::min(words.find(' ', at), words.size());
      if (end > at)
        arguments.push_back(words.substr(at, end - at));
      at = end + 1;
    }
    const Outcome run = run_cli(arguments);
    CHECK(run.exit_code == 0);
    CHECK_FALSE(run.out.empty());
    ++tried;
  }
  CHECK(tried == 4);
}

TEST_CASE("option --compare lines two machines up by cycle or by instruction") {
  const Outcome by_cycle = run_cli({"run", "lecture/p4", "--compare", "serial"});
  CHECK(by_cycle.exit_code == 0);
  CHECK(has(by_cycle.out, "A 8 cycles, B 16 cycles: A saves 8 cycles (50.0 %)"));
  const Outcome by_instruction =
      run_cli({"run", "lecture/p4", "--compare", "serial", "--align-instructions"});
  CHECK(by_instruction.exit_code == 0);
  CHECK(by_instruction.out != by_cycle.out);
  CHECK(has(by_instruction.out, "A saves 8 cycles"));
  const Outcome of_one = run_cli({"run", "lecture/p4", "--align-instructions"});
  CHECK(of_one.exit_code == 2);
  CHECK(of_one.out.empty());
  CHECK(has(of_one.err, "--align-instructions lines two runs up; expected --compare MACHINE2 or "
                        "--against PROGRAM2 as well"));
}

TEST_CASE("piped text is plain ASCII, and no line is longer than --columns") {
  for (const std::string program : {"textbook/daxpy", "textbook/pairing", "textbook/sum"})
    for (const std::string machine : {"mips-5-fp", "dual-5"})
      for (const std::string& columns :
           stallscope::listed_cases(std::vector<std::string>{"40", "64", "100", "171"})) {
        const std::vector<std::string> base{
            "run",     program,    "-m",   machine,       "--table",   "--diagram", "--ledger",
            "--stats", "--cycles", "1:60", "--registers", "--columns", columns};
        for (const auto& words : {base, with(base, {"--compare", "serial"})}) {
          const Outcome run = run_cli(words);
          INFO(program << " on " << machine << ", " << columns << " columns, " << words.size()
                       << " words");
          CHECK(run.exit_code == 0);
          CHECK(is_plain_ascii(run.out));
          CHECK(longest_line(run.out) <= std::stoul(columns));
        }
      }
  const Outcome explained =
      run_cli({"explain", "textbook/daxpy", "-m", "mips-5-fp", "--cycle", "24", "--columns", "50"});
  CHECK(is_plain_ascii(explained.out));
  CHECK(longest_line(explained.out) <= 50);
}

TEST_CASE("colours and Unicode appear when asked for, without changing the words") {
  const Outcome plain = run_cli({"run", "lecture/p4", "-m", "lecture-4", "--ledger"});
  const Outcome coloured =
      run_cli({"run", "lecture/p4", "-m", "lecture-4", "--ledger", "--color", "always"});
  CHECK(has(coloured.out, "\033["));
  std::string stripped;
  for (std::size_t i = 0; i < coloured.out.size(); ++i)
    if (coloured.out[i] == '\033')
      i = coloured.out.find('m', i);
    else
      stripped += coloured.out[i];
  CHECK(stripped == plain.out);
  const Outcome unicode =
      run_cli({"run", "lecture/p4", "-m", "lecture-4", "--table", "--unicode", "always"});
  CHECK_FALSE(is_plain_ascii(unicode.out));
  CHECK_FALSE(has(unicode.out, "\033["));
}

TEST_CASE("a window shows its cycles and nothing else") {
  const std::vector<std::string> base{"run", "lecture/p4", "-m", "lecture-4", "--table"};
  const auto cycles_of = [&](const std::vector<std::string>& more) {
    std::string cycles;
    for (const std::string& line : lines_of(run_cli(with(base, more)).out))
      if (has(line, " | ") && !has(line, "cycle"))
        cycles += std::to_string(std::stoi(line)) + " ";
    return cycles;
  };
  CHECK(cycles_of({}) == "1 2 3 4 5 6 7 8 9 10 11 ");
  CHECK(cycles_of({"--cycles", "3:5"}) == "3 4 5 ");
  CHECK(cycles_of({"--cycles", "9:"}) == "9 10 11 ");
  CHECK(cycles_of({"--cycles", ":2"}) == "1 2 ");
  CHECK(cycles_of({"--cycles", "4"}) == "4 ");
  CHECK(cycles_of({"--instructions", "1"}) == "1 2 3 4 ");
  CHECK(cycles_of({"--instructions", "3:4"}) == "5 6 7 8 9 10 11 ");
}

TEST_CASE("a window behind the end of the run is said to be empty, and the totals stay right") {
  for (const std::string option : {"--cycles", "--instructions"}) {
    const Outcome run = run_cli(
        {"run", "lecture/p4", "-m", "lecture-4", "--table", "--diagram", option, "200:300"});
    INFO(run.out);
    CHECK(run.exit_code == 0);
    CHECK(has(run.out, "11 cycles, 4 instructions"));
    CHECK_FALSE(has(run.out, " | "));
    CHECK(has(run.out, "the run ends in cycle 11"));
  }
}

TEST_CASE("warm caches: --warm runs with the caches that the program leaves, on machines that have "
          "some") {
  const auto cycles = [](const std::vector<std::string>& more) {
    const Outcome run = run_cli(with({"run", "textbook/raw", "-m", "ooo-4"}, more));
    CHECK(run.exit_code == 0);
    const std::size_t end = run.out.find(" cycles");
    REQUIRE(end != std::string::npos);
    return std::stoul(run.out.substr(run.out.rfind('\n', end) + 1));
  };
  CHECK(cycles({"--warm"}) + 90 < cycles({})); // the line of its code comes from memory
  CHECK(cycles({"--warm"}) == cycles({"--set", "main_memory.warm=true"}));
  const Outcome none = run_cli({"run", "textbook/raw", "-m", "mips-5", "--warm"});
  CHECK(none.exit_code == 2);
  CHECK(has(none.err, "warm caches on a machine that has none"));
}

TEST_CASE("limits stop an endless program and are named") {
  const Folder folder;
  const std::string endless = folder.file("endless.mips", kEndless);
  const Outcome cycles = run_cli({"run", endless, "--limit-cycles", "50", "--stats"});
  CHECK(cycles.exit_code == 0);
  // Three cycles an iteration: the k-th addi is in WB in cycle 3k + 2, the jump behind it in 3k
  // + 3.
  CHECK(has(cycles.out, "50 cycles, 31 instructions"));
  CHECK(has(cycles.out, "stopped: limit of 50 cycles reached"));
  const Outcome instructions = run_cli({"run", endless, "--limit-instructions", "50", "--stats"});
  CHECK(instructions.exit_code == 0);
  CHECK(has(instructions.out, " 50 instructions,"));
  CHECK(has(instructions.out, "limit of 50 instructions reached"));
}

TEST_CASE("large counts are whole numbers, never powers of ten") {
  const Folder folder;
  const Outcome run = run_cli({"run", folder.file("endless.mips", kEndless), "--stats", "--ledger",
                               "--limit-cycles", "3000000"});
  CHECK(run.exit_code == 0);
  CHECK(has(run.out, "issue lost: late target       999999 cycles"));
  CHECK_FALSE(has(run.out, "e+"));
}

TEST_CASE("option --until stops at cycles, labels, lines, registers and memory accesses") {
  const Folder folder;
  const std::string program =
      folder.file("loop.mips", "loop: addi $t0, $t0, 1\nsw $t0, -8($sp)\nj loop\n");
  const auto stop = [&](const std::string& condition) {
    const Outcome run =
        run_cli({"run", program, "--until", condition, "--stats", "--limit-cycles", "1000"});
    INFO(run.err);
    CHECK(run.exit_code == 0);
    for (const std::string& line : lines_of(run.out))
      if (has(line, "stopped: "))
        return line.substr(line.find("stopped: "));
    return std::string{};
  };
  CHECK(stop("cycle 9") == "stopped: 'cycle 9' holds in cycle 9");
  CHECK(stop("label loop") == "stopped: 'label loop' holds in cycle 1");
  CHECK(stop("line 3") == "stopped: 'line 3' holds in cycle 3"); // fetched third
  CHECK(stop("pc 0x400004") == "stopped: 'pc 0x400004' holds in cycle 2");
  // Iterations take 4 cycles (the jump's target comes one cycle late); the first result is written
  // in cycle 5.
  CHECK(stop("$t0 == 3") == "stopped: '$t0 == 3' holds in cycle 13");
  CHECK(stop("write 0x7fffefe8 8") == "stopped: 'write 0x7fffefe8 8' holds in cycle 5"); // in MEM
  CHECK(stop("write 0x10010000 4") == "stopped: limit of 1000 cycles reached");
  const Outcome unknown = run_cli({"run", program, "--until", "label lop"});
  CHECK(unknown.exit_code == 2);
  CHECK(has(unknown.err, "unknown label 'lop'"));
  CHECK(has(unknown.err, "did you mean 'loop'?"));
}

TEST_CASE("explain names cycles and instructions, and says how far there are any") {
  const Outcome cycle = run_cli({"explain", "lecture/p4", "-m", "lecture-4", "--cycle", "3"});
  CHECK(cycle.exit_code == 0);
  CHECK(has(cycle.out, "it waits for $t2 from instruction 1"));
  CHECK(has(cycle.out,
            "with --set 'forwarding.paths=[\"ALU->ALU\"]' it waits 0 cycles instead of 2"));
  CHECK(has(cycle.out, "RR is empty: the instruction that would be here waits for $t2"));
  const Outcome short_answer =
      run_cli({"explain", "lecture/p4", "-m", "lecture-4", "--cycle", "3", "--no-whatif"});
  CHECK_FALSE(has(short_answer.out, "with --set"));
  const Outcome op = run_cli({"explain", "lecture/p4", "-m", "lecture-4", "--op", "2"});
  CHECK(op.exit_code == 0);
  CHECK(has(op.out, "cycles 2 to 7, retired"));
  const Outcome late = run_cli({"explain", "lecture/p4", "-m", "lecture-4", "--cycle", "12"});
  CHECK(late.exit_code == 2);
  CHECK(late.out.empty());
  CHECK(has(late.err, "the run has no cycle 12; it ends in cycle 11"));
  const Outcome many = run_cli({"explain", "lecture/p4", "-m", "lecture-4", "--op", "5"});
  CHECK(many.exit_code == 2);
  CHECK(has(many.err, "the run has no instruction 5; it fetches 4"));
}

TEST_CASE("a structural hazard of the memory port shows in the diagram and in the explanation") {
  const std::vector<std::string> shared{"textbook/structural_memory", "-m", "mips-5", "--set",
                                        "memory.port=shared"};
  const Outcome run = run_cli(with(with({"run"}, shared), {"--diagram"}));
  CHECK(run.exit_code == 0);
  // The loads fetched in cycles 1 and 2 are in MEM in cycles 4 and 5: the fourth instruction waits.
  CHECK(has(run.out, "MP  MP  IF"));
  CHECK(has(run.out, "fetch waits 1: MP <- 1"));
  const Outcome why = run_cli(with(with({"explain"}, shared), {"--op", "4"}));
  CHECK(has(why.out, "fetched late because in cycle 4 fetch waits for the memory port, taken by"));
}

TEST_CASE("explain says when no option helps") {
  const Folder folder;
  // Nothing but an overlap of instructions would help, which the machine does not offer one by one.
  const Outcome run = run_cli({"explain",
                               folder.file("one.mips", "add $t0, $t1, $t2\n"
                                                       "mult $t0, $t0\nmflo $t3\n"),
                               "-m", "mips-5", "--op", "2"});
  CHECK(run.exit_code == 0);
  CHECK_FALSE(has(run.out, "no option of this machine"));
  // The cycle behind a load remains with every path there is: its data come at the end of MEM.
  const Outcome load = run_cli({"explain", "textbook/load_use", "-m", "mips-5", "--op", "3"});
  CHECK(load.exit_code == 0);
  CHECK(has(load.out, "it waits for $t1 from instruction 2"));
  CHECK(has(load.out, "no option of this machine lets it be done earlier ("));
  CHECK(has(load.out, " tried, one at a time)"));
  // Without overlap the load is done before; the addition begins no earlier for it.
  CHECK(
      has(load.out, "with --set 'pipeline.overlap=false' it waits 0 cycles instead of 1 for this"));
  // Five cycles an instruction: it is in WB in 15 instead of 8.
  CHECK(has(load.out, "but is done 7"));
}

TEST_CASE("a comparison of long runs says what to type to see more of them") {
  const Folder folder;
  const Outcome run =
      run_cli({"run", folder.file("long.tac", "n = 400\nL: n = n - 1\nif n > 0 goto L\n"), "-m",
               "mips-5", "--compare", "serial"});
  CHECK(run.exit_code == 0);
  const std::size_t note = run.err.find("to see others add e.g. --cycles ");
  REQUIRE(note != std::string::npos);
  CHECK(has(run.err, "to see all of them add --table"));
  const std::string behind = run.err.substr(note + std::string("to see others add e.g. ").size());
  const std::string window = behind.substr(9, behind.find(',') - 9);
  // What it says can be typed.
  const Outcome others = run_cli(
      {"run", folder.file("long.tac"), "-m", "mips-5", "--compare", "serial", "--cycles", window});
  CHECK(others.exit_code == 0);
  CHECK(has(others.out, "\n " + window.substr(0, window.find(':')) + " |"));
}

TEST_CASE("a comparison shows ledger and statistics side by side, with the differences marked") {
  const Outcome run = run_cli(
      {"run", "textbook/load_use", "-m", "mips-5", "--compare", "serial", "--ledger", "--stats"});
  CHECK(run.exit_code == 0);
  CHECK(has(run.out, "B - A"));
  CHECK(has(run.out, "*  cycles "));
  CHECK(has(run.out, "*  not pipelined"));
  CHECK(has(run.out, "  instructions retired"));
  CHECK_FALSE(has(run.out, "*  instructions retired"));
  CHECK_FALSE(has(run.out, "*  host"));
  CHECK_FALSE(has(run.out, "cycle |")); // no table unless asked for
}

TEST_CASE("a comparison of long runs needs no window for its numbers") {
  const Folder folder;
  const std::string endless = folder.file("endless.mips", kEndless);
  const Outcome run =
      run_cli({"run", endless, "--compare", "serial", "--limit-cycles", "3000000", "--stats"});
  CHECK(run.exit_code == 0);
  CHECK(has(run.out, "3000000"));
  CHECK(run_cli({"run", endless, "--compare", "serial", "--limit-cycles", "3000000"}).exit_code ==
        0);
}

TEST_CASE("a comparison labels the outputs of both runs") {
  const Outcome run = run_cli({"run", "textbook/daxpy", "--compare", "serial", "--stats"});
  CHECK(has(run.out, "Output of A:\n13.0\n97.0\n"
                     "Output of B:\n13.0\n97.0\n"));
  CHECK(run_cli({"run", "textbook/daxpy", "--compare", "serial", "-q"}).out ==
        "13.0\n97.0\n13.0\n97.0");
}

TEST_CASE("a window behind the end of the run says where the run ends") {
  const Outcome run = run_cli({"run", "lecture/p4", "-m", "lecture-4", "--cycles", "20:30"});
  CHECK(run.exit_code == 0);
  CHECK(has(run.out, "There are no cycles 20 to 30: the run ends in cycle 11."));
}

TEST_CASE("the run script builds again when a source is newer than the program, and only then") {
  namespace fs = std::filesystem;
  const Folder folder;
  const auto in = [&folder](const char* name) { return folder.path() / name; };
  for (const char* place : {"build/release/bin", "sim", "tools"})
    fs::create_directories(in(place));
  fs::copy_file(STALLSCOPE_SOURCE_DIR "/run", in("run"));
  const std::string program =
      folder.file("build/release/bin/stallscope", "#!/bin/sh\necho ran $*\n");
  const std::string source = folder.file("sim/a.cpp", "");
  const std::string cmake = folder.file("tools/cmake", "#!/bin/sh\necho built >>\"$BUILT\"\n");
  for (const std::string& script : {program, cmake, in("run").string()})
    fs::permissions(script, fs::perms::owner_all);
  const std::string command = "cd " + folder.path().string() +
                              " && BUILT=built.log PATH=" + in("tools").string() +
                              ":$PATH ./run machines mips-5 >out.txt 2>&1";
  const auto run = [&] {
    CHECK(std::system(command.c_str()) == 0); // NOLINT: one thread
    return read_file(folder.file("out.txt"));
  };
  fs::last_write_time(source, fs::last_write_time(program) - std::chrono::hours(1));
  CHECK(run() == "ran machines mips-5\n");
  CHECK_FALSE(fs::exists(in("built.log")));
  fs::last_write_time(source, fs::last_write_time(program) + std::chrono::hours(1));
  CHECK(has(run(), "Sources are newer than the program: building ..."));
  CHECK(read_file(folder.file("built.log")) == "built\n");
}
