#include "isa/load_elf.hpp"
#include "sweep/plan.hpp"
#include "sweep/run_point.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

using namespace stallscope;
using namespace stallscope::sweep;

namespace {

Plan plan_of(const std::string& text) {
  auto experiment = parse_experiment("test.toml", text);
  INFO(format(experiment.diagnostics()));
  REQUIRE(experiment);
  auto plan = make_plan(std::move(experiment).value());
  INFO(format(plan.diagnostics()));
  REQUIRE(plan);
  return std::move(plan).value();
}

std::vector<std::string> described(const Plan& plan) {
  std::vector<std::string> texts;
  for (const Point& point : plan.points)
    texts.push_back(fmt::format("{} {}", point.number, plan.describe(point)));
  return texts;
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("points are all choices, the last axis and the repeats fastest") {
  const Plan plan = plan_of("programs = [\"lecture/p4\"]\nmachines = [\"mips-5\", \"serial\"]\n"
                            "[[machine]]\nbase = \"mips-5\"\nname = \"late\"\nset = { "
                            "branch.resolve = [\"EX\", \"MEM\"] }\n");
  CHECK(described(plan) == Texts{"1 lecture/p4 on mips-5", "2 lecture/p4 on serial",
                                 "3 lecture/p4 on late, branch.resolve=EX",
                                 "4 lecture/p4 on late, branch.resolve=MEM"});
  const Plan repeated = plan_of(
      "programs = [\"lecture/p4\", \"textbook/raw\"]\nmachines = [\"mips-5\"]\nrepeats = 2\n"
      "seed = 5\nfilter = [\"program == 'lecture/p4' or repeat == 2\"]\n");
  CHECK(described(repeated) == Texts{"1 lecture/p4 on mips-5, repeat 1",
                                     "2 lecture/p4 on mips-5, repeat 2",
                                     "3 textbook/raw on mips-5, repeat 2"});
  CHECK(repeated.filtered == 1);
  CHECK(repeated.seed_of(repeated.points[2]) == 6);
}

TEST_CASE("a plan's hash distinguishes experiments by what affects results") {
  const std::string text = "programs = [\"lecture/p4\"]\nmachines = [\"mips-5\"]\n";
  const std::string hash = plan_of(text).hash;
  CHECK(plan_of(text).hash == hash);
  CHECK(plan_of("title = \"the same\"\n" + text).hash == hash);
  CHECK(plan_of("repeats = 2\n" + text).hash != hash);
  CHECK(plan_of("limit_cycles = 5\n" + text).hash != hash);
  CHECK(plan_of(text + "[set]\nbranch.resolve = [\"EX\"]\n").hash != hash);
  CHECK(plan_of("programs = [\"lecture/p4_swapped\"]\nmachines = [\"mips-5\"]\n").hash != hash);
}

TEST_CASE("a choice of parameters that makes no machine is a point that fails") {
  const Plan plan = plan_of("programs = [\"lecture/p4\"]\nmachines = [\"ooo-4\"]\n"
                            "[set]\nreorder_buffer.entries = [64, 5000]\n");
  REQUIRE(plan.points.size() == 2);
  PointRunner runner(plan);
  CHECK(runner.run(plan.points[0]).text(Column::status) == "done");
  const Row failed = runner.run(plan.points[1]);
  CHECK(failed.text(Column::status) == "failed");
  CHECK(failed.text(Column::stop) == "machine");
  CHECK(failed.text(Column::error).find("expected an integer from 0 to 1000") !=
        std::string_view::npos);
  CHECK(failed.at(Column::cycles) == Cell{});
}

TEST_CASE("a key that no machine has, and files that are not there, are errors with their places") {
  auto experiment = parse_experiment(
      "test.toml", "programs = [\"nowhere.s\"]\nmachines = [\"ooo-4\", \"mips-5\"]\n"
                   "[set]\nreorder_buffer.entrys = [64]\n");
  REQUIRE(experiment);
  const auto plan = make_plan(std::move(experiment).value());
  REQUIRE(plan.diagnostics().size() == 1); // mips-5 has no reorder buffer at all
  experiment = parse_experiment("test.toml",
                                "programs = [\"nowhere.s\"]\nmachines = [\"ooo-4\", \"ooo-8\"]\n"
                                "[set]\nreorder_buffer.entrys = [64]\n");
  REQUIRE(experiment);
  const auto second = make_plan(std::move(experiment).value());
  REQUIRE(second.diagnostics().size() == 2);
  CHECK(second.diagnostics()[0].line == 4);
  CHECK(second.diagnostics()[0].message == "unknown key 'entrys' in 'reorder_buffer'");
  CHECK(second.diagnostics()[0].suggestion == "entries");
  CHECK(second.diagnostics()[1].line == 1);
  CHECK(second.diagnostics()[1].column == 13);
  experiment =
      parse_experiment("test.toml", "programs = [\"textbook/daxpi\"]\nmachines = [\"ooo-4\"]\n");
  REQUIRE(experiment);
  const auto third = make_plan(std::move(experiment).value());
  REQUIRE(third.diagnostics().size() == 1);
  CHECK(third.diagnostics()[0].suggestion == "textbook/daxpy");
}

// P4 on lecture-4 takes 11 cycles, as the lecture draws it (section 2): 5 instructions.
TEST_CASE("what an experiment names is no pipe and no device, which may never end") {
  const TemporaryFolder place;
  const std::string pipe = place.file("pipe.toml");
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  REQUIRE(mkfifo(place.file("pipe.s").c_str(), 0600) == 0);
  const auto problems_of = [&place](const std::string& text) {
    auto experiment = parse_experiment(place.file("test.toml"), text);
    REQUIRE(experiment);
    return format(make_plan(std::move(experiment).value()).diagnostics());
  };
  const std::string program = "[[program]]\nfile = \"lecture/p4\"\n";
  for (const std::string& text :
       {"machines = [\"pipe.toml\"]\n" + program,
        std::string("programs = [\"pipe.s\"]\nmachines = [\"mips-5\"]\n"),
        std::string("programs = [\"/dev/zero\"]\nmachines = [\"mips-5\"]\n"),
        "machines = [\"mips-5\"]\n" + program + "stdin = \"pipe.s\"\n"}) {
    CAPTURE(text);
    CHECK(problems_of(text).find("this is no plain file") != std::string::npos);
  }
  CHECK(Experiment{}.path_of("-") == "./-"); // not standard input
}

TEST_CASE("a row has what the run of the point gives") {
  const Plan plan =
      plan_of("programs = [\"lecture/p4\"]\nmachines = [\"lecture-4\", \"reference\"]\n"
              "cost = \"repeat * 10\"\n");
  PointRunner runner(plan);
  const Row row = runner.run(plan.points[0]);
  CHECK(row.text(Column::status) == "done");
  CHECK(row.integer(Column::cycles) == 11);
  CHECK(row.at(Column::ipc) == Cell{static_cast<double>(row.integer(Column::instructions)) / 11});
  CHECK(row.at(Column::cost) == Cell{10.0});
  CHECK(row.text(Column::ledger).find("\"retire\":{\"width\":1,") != std::string_view::npos);
  const Row reference = runner.run(plan.points[1]);
  CHECK(reference.at(Column::cycles) == Cell{});
  CHECK(reference.integer(Column::instructions) == row.integer(Column::instructions));
}

TEST_CASE("a sampled point has estimates and their intervals; a short program is exact") {
  const Plan plan = plan_of("programs = [\"lecture/p4\"]\nmachines = [\"lecture-4\"]\n"
                            "sample = true\nsample_error = 0.05\n");
  PointRunner runner(plan);
  const Row row = runner.run(plan.points[0]);
  CHECK(row.text(Column::status) == "done");
  CHECK(row.integer(Column::cycles) == 11);
  CHECK(row.text(Column::counts).find("\"sample.ipc_low\":0.36") != std::string_view::npos);
  const auto problem_of = [](const std::string& text) {
    return format(parse_experiment("test.toml", "programs = [\"lecture/p4\"]\n"
                                                "machines = [\"lecture-4\"]\n" +
                                                    text)
                      .diagnostics());
  };
  CHECK(problem_of("sample_error = 0.1\n").find("sample = true") != std::string::npos);
  CHECK(problem_of("sample = true\nsample_error = 0.9\n").find("a share") != std::string::npos);
  CHECK(problem_of("sample = true\nlimit_cycles = 9\n").find("limit_instructions") !=
        std::string::npos);
}

TEST_CASE("programs are read once, also for repeats with other random numbers") {
  namespace fs = std::filesystem;
  auto folder = std::make_unique<TemporaryFolder>();
  const std::string words = folder->file("words.elf");
  fs::copy_file(fs::path(STALLSCOPE_SOURCE_DIR) / "programs/kernels/bin/rv64gc-linux/words.elf",
                words);
  const Plan plan =
      plan_of(fmt::format("programs = [\"{}\"]\nmachines = [\"mips-5\", \"reference\"]\n"
                          "repeats = 3\nlimit_instructions = 2000\n",
                          words));
  auto first = read_program(plan.experiment, plan.experiment.programs[0], false, 1);
  const auto third = read_program(plan.experiment, plan.experiment.programs[0], false, 3);
  folder.reset();
  PointRunner runner(plan);
  for (const Point& point : plan.points)
    CHECK(runner.run(point).text(Column::status) == "done");
  // What a seed changes is what it is when the program is read with it.
  REQUIRE(first);
  REQUIRE(third);
  isa::Program changed = std::move(first).value();
  isa::set_seed(changed, 3);
  CHECK(changed.seed == third->seed);
  REQUIRE(changed.data.size() == third->data.size());
  for (std::size_t i = 0; i < changed.data.size(); ++i)
    CHECK((changed.data[i].bytes == third->data[i].bytes));
}

TEST_CASE("a row crosses a pipe unchanged") {
  const Plan plan = plan_of("programs = [\"textbook/sum\"]\nmachines = [\"ooo-4\"]\n");
  const Row row = PointRunner(plan).run(plan.points[0]);
  Row copy;
  const std::string line = to_line(row);
  REQUIRE(line.back() == '\n');
  REQUIRE(line.find('\n') == line.size() - 1);
  REQUIRE(from_line(line, copy));
  CHECK(copy.cells == row.cells);
  CHECK_FALSE(from_line("[1, 2]", copy));
  CHECK_FALSE(from_line("no row", copy));
}

TEST_CASE("limits of instructions cut a run, limits of memory and seconds make it fail") {
  const std::string text = "programs = [\"textbook/sum\"]\nmachines = [\"mips-5\"]\n";
  Plan cut = plan_of("limit_instructions = 10\n" + text);
  const Row row = PointRunner(cut).run(cut.points[0]);
  CHECK(row.text(Column::status) == "done");
  CHECK(row.text(Column::stop) == "limit");
  CHECK(row.integer(Column::instructions) == 10);
  // A page, and more for what leads to it. The machine without a pipeline is another run loop.
  for (const std::string machine : {"mips-5", "ooo-4", "reference"}) {
    const Plan small = plan_of(
        "limit_memory = 4096\nprograms = [\"textbook/sum\"]\nmachines = [\"" + machine + "\"]\n");
    const Row full = PointRunner(small).run(small.points[0]);
    CHECK(full.text(Column::status) == "failed");
    CHECK(full.text(Column::stop) == "memory");
    CHECK(full.at(Column::cycles) == Cell{});
  }
}

TEST_CASE("a scheduler reorders the program of its point") {
  const Plan plan = plan_of("programs = [\"lecture/p4\"]\nmachines = [\"lecture-4\"]\n"
                            "schedulers = [\"source\", \"optimal\"]\n");
  PointRunner runner(plan);
  CHECK(runner.run(plan.points[0]).integer(Column::cycles) == 11);
  CHECK(runner.run(plan.points[1]).integer(Column::cycles) == 8); // as lecture/p4_swapped
}

TEST_CASE("a unit that no machine has is an unknown key, too") {
  auto experiment = parse_experiment("test.toml", "programs = [\"lecture/p4\"]\n"
                                                  "machines = [\"mips-5-fp\"]\n"
                                                  "[set]\nunit.nope.latency = [2, 3]\n");
  REQUIRE(experiment);
  const auto plan = make_plan(std::move(experiment).value());
  REQUIRE(plan.diagnostics().size() == 1);
  CHECK(plan.diagnostics()[0].message == "'unit' has no entry named 'nope'");
  CHECK(plan.diagnostics()[0].line == 4);
}
