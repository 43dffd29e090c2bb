#include "smoke/process.hpp"

#include <catch2/catch.hpp>

using namespace stallscope::smoke;

namespace {

/// A command line that is refused: exit code 2, one sentence, nothing on standard output.
void refused(const std::vector<std::string>& arguments, const std::vector<std::string>& parts) {
  std::string typed = "stallscope";
  for (const std::string& word : arguments)
    typed += " " + word;
  const Outcome run = run_cli(arguments);
  INFO(typed << "\n" << run.err);
  CHECK(run.exit_code == 2);
  CHECK(run.out.empty());
  CHECK(has(run.err, "stallscope: error: "));
  for (const std::string& part : parts)
    CHECK(has(run.err, part));
}

} // namespace

TEST_CASE("help of the program and of every command: examples, exit codes, no line too long") {
  const Outcome all = run_cli({"--help"});
  CHECK(all.exit_code == 0);
  CHECK(all.err.empty());
  CHECK(longest_line(all.out) <= 100);
  for (const char* part :
       {"run ", "explain ", "whatif ", "loop ", "sample ", "schedule ", "machines ", "programs ",
        "disasm ", "sweep ", "export ", "merge ", "report ", "grade ", "Exit codes:", "130"})
    CHECK(has(all.out, part));
  for (const std::string command :
       {"run", "explain", "whatif", "loop", "sample", "schedule", "machines", "programs", "disasm",
        "sweep", "export", "merge", "report", "grade"}) {
    const Outcome one = run_cli({command, "--help"});
    INFO(command << "\n" << one.out);
    CHECK(one.exit_code == 0);
    CHECK(one.err.empty());
    CHECK(has(one.out, "Usage: stallscope " + command));
    CHECK(longest_line(one.out) <= 100);
    CHECK(is_plain_ascii(one.out));
  }
  CHECK(has(run_cli({"--version"}).out, "stallscope "));
  const std::string compiling = run_cli({"run", "--help"}).out;
  for (const char* part :
       {"riscv64-linux-gnu-gcc -static", "riscv64-unknown-elf-gcc",
        "--specs=picolibc.specs --crt0=semihost --oslib=semihost", "-march=rv32imc -mabi=ilp32"})
    CHECK(has(compiling, part));
}

TEST_CASE("every example of the help that needs no file of the user's runs") {
  int tried = 0;
  for (const std::string command : {"run", "explain", "schedule", "machines", "programs", "disasm"})
    for (const std::string& line : lines_of(run_cli({command, "--help"}).out)) {
      const std::string lead = "  stallscope ";
      if (line.compare(0, lead.size(), lead) != 0 || has(line, "my."))
        continue;
      std::vector<std::string> words;
      for (std::size_t at = lead.size(); at < line.size();) {
        const std::size_t end = std::min(line.find(' ', at), line.size());
        words.push_back(line.substr(at, end - at));
        at = end + 1;
      }
      INFO(line);
      const Outcome run = run_cli(words);
      CHECK(run.exit_code == 0);
      CHECK_FALSE(run.out.empty());
      ++tried;
    }
  CHECK(tried >= 4);
}

TEST_CASE("wrong commands and options are named, with what was expected and what may be meant") {
  refused({}, {"a command is missing",
               "expected run, explain, whatif, loop, sample, schedule, machines, programs,",
               "show, convert, diff or manual"});
  refused({"rum", "lecture/p4"}, {"'rum' is no command", "did you mean 'run'?"});
  refused({"--table"}, {"'--table' is no command"});
  refused({"run"}, {"PROGRAM is required", "'stallscope run --help'"});
  refused({"run", "lecture/p4", "--tabel"},
          {"unknown option '--tabel'", "did you mean '--table'?"});
  refused({"run", "lecture/p4", "lecture/p4_swapped"}, {"'lecture/p4_swapped' is one argument"});
  refused({"run", "lecture/p4", "-m"}, {"--machine: its value is missing; expected MACHINE"});
  refused({"run", "lecture/p4", "--compare"},
          {"--compare: its value is missing; expected MACHINE2"});
  refused({"run", "lecture/p4", "-m", "serial", "-m", "mips-5"},
          {"--machine is given 2 times; expected it once"});
  refused({"run", "lecture/p4", "--format", "jsn"}, {"'jsn' is unknown", "did you mean 'json'?"});
  refused({"run", "lecture/p4", "--color", "maybe"},
          {"'maybe' is unknown; expected always, auto or never"});
  refused({"run", "lecture/p4", "--isa", "arm"}, {"arm", "expected tac, mips, riscv or x86"});
  refused({"run", "lecture/p4", "--xlen", "16"}, {"'16' is unknown; expected 32 or 64"});
  refused({"explain", "lecture/p4"}, {"nothing to explain; expected one of --cycle N and --op N"});
  refused({"explain", "lecture/p4", "--op", "1", "--cycle", "1"}, {"two things to explain"});
}

TEST_CASE("numbers of options are whole, unsigned and in their range") {
  for (const std::string option : {"--limit-cycles", "--limit-instructions"})
    for (const std::string number : {"-3", "0", "1e6", "1.5", "abc", "18446744073709551616"})
      refused({"run", "lecture/p4", option, number}, {option, "'" + number + "' is no number"});
  refused({"run", "lecture/p4", "--limit-cycles", "99999999999999999999"},
          {"expected a whole number from 1 to 18446744073709551615"});
  for (const std::string number : {"39", "100001", "-80"})
    refused({"run", "lecture/p4", "--columns", number}, {"from 40 to 100000"});
  for (const std::string option : {"--cycle", "--op"})
    refused({"explain", "lecture/p4", option, "0"}, {option, "from 1 on"});
}

TEST_CASE("ranges: FROM:TO counted from 1, anything else is refused") {
  for (const std::string option : {"--cycles", "--instructions"})
    for (const std::string range : {"5:3", "abc", "0", "0:4", "1:2:3", "-3:4", "4:-3", "+1:4",
                                    "1 :4", "99999999999999999999"})
      refused({"run", "lecture/p4", "--table", option, range},
              {option + " " + range, "expected FROM:TO, counted from 1"});
  for (const std::string range : {"2:3", "2:", ":3", "2"})
    CHECK(run_cli({"run", "lecture/p4", "--table", "--cycles", range}).exit_code == 0);
}

TEST_CASE("one standard input cannot be read as two things") {
  refused({"run", "-", "--isa", "tac", "--input", "-"}, {"PROGRAM and --input are both '-'"});
  refused({"run", "-", "--isa", "tac", "--against", "-"}, {"PROGRAM and --against are both '-'"});
  refused({"run", "lecture/p4", "--isa", "mips", "--against", "-", "--input", "-"},
          {"--against and --input are both '-'"});
}

TEST_CASE("registers at the start: their names, their kinds, their numbers") {
  refused({"run", "lecture/p4", "--reg", "zz=5"}, {"'zz' is no register", "such as --reg"});
  refused({"run", "lecture/p4", "--reg", "$t0"}, {"expected NAME=VALUE"});
  refused({"run", "lecture/p4", "--reg", "$t0=abc"}, {"'abc' is no number"});
  refused({"run", "lecture/p4", "--reg", "$t0=1.5"}, {"'$t0' holds integers"});
  const Outcome run =
      run_cli({"run", "lecture/p4", "--registers", "--reg", "$t0=5", "--reg", "t1=-7"});
  CHECK(run.exit_code == 0);
  CHECK(has(run.out, "$t2  0xfffffffffffffffe   -2"));
  const Outcome fraction = run_cli({"run", "textbook/waw", "--registers", "--reg", "F31=2.5"});
  CHECK(fraction.exit_code == 0);
  CHECK(has(fraction.out, "0x4004000000000000   2.5\n"));
}

TEST_CASE("machines and settings that do not exist: the nearest that do") {
  refused({"run", "lecture/p4", "-m", "mips5"},
          {"unknown machine 'mips5'", "did you mean 'mips-5'?"});
  refused({"run", "lecture/p4", "--compare", "dual5"}, {"did you mean 'dual-5'?"});
  refused({"machines", "serail"}, {"did you mean 'serial'?"});
  refused({"run", "lecture/p4", "--set", "branch.resolv=EX"}, {"did you mean 'resolve'?"});
  refused({"run", "lecture/p4", "--set", "branch"}, {"expected key=value"});
  refused({"machines", "--dump"}, {"need a machine"});
  refused({"machines", "--settings"}, {"need a machine"});
  refused({"run", "lecture/p4", "-m", "ibex-small", "--set", "unit.dv.latency=37"},
          {"'unit' has no entry named 'dv'", "did you mean 'unit.core.latencies.divide'?"});
  refused({"programs", "lecture/p5"}, {"no shipped program", "did you mean 'lecture/p4'?"});
}
