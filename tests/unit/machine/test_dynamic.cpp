// Machine files of kind out_of_order: what they say.

#include "isa/assemble.hpp"
#include "machine_text.hpp"

#include <fstream>
#include <iterator>

using namespace stallscope;
using namespace stallscope::machine;

namespace {

constexpr std::size_t index_of(OpClass c) {
  return static_cast<std::size_t>(c);
}

const Port& port_of(const Machine& m, std::size_t i) {
  REQUIRE(m.dynamic);
  REQUIRE(m.dynamic->ports.size() > i);
  return m.dynamic->ports[i];
}

/// A file with these [[port]] tables and one station.
std::string one_station(std::string_view ports) {
  return "name = \"m\"\nkind = \"out_of_order\"\n[[station]]\nname = \"s\"\nentries = 8\n" +
         std::string(ports);
}

/// What is written out is the same machine.
void check_dump(const Machine& m) {
  const std::string text = dump(m);
  const Result<Machine> again = parse_machine("dump", text);
  INFO(text << format(again.diagnostics()));
  REQUIRE(again.ok());
  CHECK(*again == m);
  CHECK(dump(*again) == text);
}

} // namespace

TEST_CASE("dynamic: keys that are left out have the defaults of a Dynamic") {
  const Machine m = machine_of(one_station("[[port]]\nname = \"p\"\noperations = \"integer\"\n"));
  Machine expected;
  expected.name = "m";
  expected.dynamic.emplace();
  expected.dynamic->stations = {{"s", 8}};
  expected.dynamic->ports = m.dynamic->ports;
  CHECK(m == expected);
}

TEST_CASE("dynamic: every key reaches its field") {
  const Machine m = machine_of(R"(name = "m"
kind = "out_of_order"
[front_end]
width = 2
fetch_bytes = 16
cycles = 3
queue = 12
redirect_cycles = 4
decode_cycles = 5
[decode]
fuse_compare_branch = true
fuse_lui_addi = true
fuse_load_op = true
[dispatch]
width = 6
serialise = false
[rename]
scheme = "physical"
integer_registers = 70
fp_registers = 80
[[station]]
name = "a"
entries = 9
[[station]]
name = "b"
entries = 10
[scheduler]
release = "issue"
reuse_same_cycle = true
read_cycles = 2
wait_behind_branches = true
[[port]]
name = "p"
count = 3
station = "b"
operations = ["integer", "shift"]
[[port]]
name = "q"
station = "a"
operations = ["loads"]
[results]
wakeup = "bypass"
buses = 7
[reorder_buffer]
entries = 40
width = 5
[load_store]
disambiguation = "predict"
forwarding = "exact"
store_set_cycles = 100000
load_entries = 11
store_entries = 13
store_buffer = 14
forward_cycles = 15
[branch]
predictor = "gshare"
[memory]
misaligned = "allow"
[limits]
no_progress = 3000
)");
  REQUIRE(m.dynamic);
  Dynamic d;
  d.fetch_width = 2;
  d.fetch_bytes = 16;
  d.front_cycles = 3;
  d.fetch_queue = 12;
  d.redirect_cycles = 4;
  d.decode_cycles = 5;
  d.fuse_compare_branch = d.fuse_lui_addi = d.fuse_load_op = true;
  d.dispatch_width = 6;
  d.serialise = false;
  d.renaming = Renaming::physical;
  d.integer_registers = 70;
  d.fp_registers = 80;
  d.stations = {{"a", 9}, {"b", 10}};
  d.release = EntryRelease::issue;
  d.reuse_same_cycle = true;
  d.read_cycles = 2;
  d.waits_behind_branches = true;
  d.wakeup = Wakeup::bypass;
  d.result_buses = 7;
  d.reorder_entries = 40;
  d.retire_width = 5;
  d.disambiguation = Disambiguation::predict;
  d.forwarding = Forwarding::exact;
  d.store_set_cycles = 100'000;
  d.load_entries = 11;
  d.store_entries = 13;
  d.store_buffer_entries = 14;
  d.forward_cycles = 15;
  d.ports = m.dynamic->ports;
  CHECK(*m.dynamic == d);
  CHECK(port_of(m, 0).count == 3);
  CHECK(port_of(m, 0).station == 1);
  CHECK(port_of(m, 1).station == 0);
  CHECK(m.predictor == PredictorKind::gshare);
  CHECK(m.misaligned == isa::Misaligned::allow);
  CHECK(m.no_progress_cycles == 3000);
  check_dump(m);
}

namespace {

constexpr std::string_view kSplitStores = R"([[port]]
name = "p"
operations = ["integer", "loads", "store_address", "store_data"]
)";

} // namespace

TEST_CASE("dynamic: how stores and branches are done") {
  const std::string text = one_station(kSplitStores) + "[decode]\nfuse_store = true\n"
                                                       "[results]\ndone_without_result = true\n"
                                                       "[load_store]\ncapture_data = true\n";
  const Machine m = machine_of(text + "[reorder_buffer]\nentries = 8\n");
  CHECK(m.dynamic->fuse_store);
  CHECK(m.dynamic->done_without_result);
  CHECK(m.dynamic->captures_store_data);
  check_dump(m);
  const std::string problems = format(problems_of(text));
  CHECK(problems.find("what has no result is done with its execution, but there is no reorder "
                      "buffer") != std::string::npos);
  CHECK(problems.find("the data of stores is taken as it is written, but there is no reorder "
                      "buffer") != std::string::npos);
  CHECK(format(problems_of(text + "[reorder_buffer]\nentries = 8\n[scheduler]\n"
                                  "reuse_same_cycle = true\n"))
            .find("its entry would be taken while it still executes") != std::string::npos);
  CHECK(format(problems_of(one_station("[[port]]\nname = \"p\"\noperations = [\"integer\"]\n"
                                       "[decode]\nfuse_store = true\n")))
            .find("the halves of a store are fused, but stores are one micro-op") !=
        std::string::npos);
  CHECK(
      format(problems_of(one_station(kSplitStores) + "[scheduler]\nwait_behind_branches = true\n"))
          .find("operations behind a branch wait in their stations, but there is no reorder "
                "buffer") != std::string::npos);
}

TEST_CASE("dynamic: classes, groups and latencies of ports") {
  const Machine m = machine_of(one_station(R"([[port]]
name = "p"
operations = ["integer", "divide", "fp_add", "store_address"]
latency = 2
latencies = { divide = 20, divide_word = 12, store_address = 1 }
alone = ["divide"]
[[port]]
name = "q"
operations = ["store_data", "divide", "loads"]
latency = 4
pipelined = false
)"));
  const Port& p = port_of(m, 0);
  CHECK(p.latency_cycles[index_of(OpClass::integer)] == 2);
  CHECK(p.latency_cycles[index_of(OpClass::csr_read)] == 2); // an integer operation
  CHECK(p.latency_cycles[index_of(OpClass::fp_add_single)] == 2);
  CHECK(p.latency_cycles[index_of(OpClass::divide)] == 20);
  CHECK(p.latency_cycles[index_of(OpClass::divide_word)] == 12);
  CHECK(p.latency_cycles[kStoreAddress] == 1);
  CHECK(p.latency_cycles[kStoreData] == 0); // not executed here
  CHECK_FALSE(p.executes[index_of(OpClass::nop)]);
  CHECK(p.alone.count() == 2); // divide, divide_word
  CHECK(p.alone[index_of(OpClass::divide)]);
  const Port& q = port_of(m, 1);
  CHECK(q.executes[kStoreData]);
  CHECK(q.executes[index_of(OpClass::fp_load)]);
  CHECK(q.alone == q.executes);
  check_dump(m);
}

TEST_CASE("dynamic: a refinement that a port names leaves those that name only its class") {
  const Machine m = machine_of(one_station(R"([[port]]
name = "p"
operations = ["integer", "csr_read"]
latencies = { csr_read = 7 }
[[port]]
name = "q"
operations = ["integer", "shift"]
[[port]]
name = "r"
operations = ["any"]
)"));
  CHECK(port_of(m, 0).executes[index_of(OpClass::csr_read)]);
  CHECK_FALSE(port_of(m, 1).executes[index_of(OpClass::csr_read)]);
  CHECK_FALSE(port_of(m, 2).executes[index_of(OpClass::csr_read)]);
  CHECK(port_of(m, 2).executes.count() == kOpClassCount - 1);
  check_dump(m);
}

TEST_CASE("dynamic: ports and stations are addressed by their names") {
  const auto set = [](std::string_view text) { return parse_setting(text).value(); };
  const Machine m = load_machine("csapp-haswell",
                                 {set("port.p1.latencies={fp_add=4}"), set("station.RS.entries=8"),
                                  set("reorder_buffer.entries=16"), set("port.p4.latency=9")})
                        .value();
  CHECK(port_of(m, 1).latency_cycles[index_of(OpClass::fp_add)] == 4);
  CHECK(port_of(m, 4).latency_cycles[kStoreData] == 9);
  CHECK(m.dynamic->stations[0].entries == 8);
  CHECK(m.dynamic->reorder_entries == 16);
  const Result<Machine> unknown = load_machine("csapp-haswell", {set("port.p9.latency=9")});
  REQUIRE_FALSE(unknown.ok());
  CHECK(unknown.diagnostics()[0].message ==
        "in the setting 'port.p9.latency=9': 'port' has no entry named 'p9'");
}

TEST_CASE("dynamic: the example of the README is a machine") {
  std::ifstream file(STALLSCOPE_SOURCE_DIR "/docs/machine-files.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::string mark = "```toml\n";
  const std::size_t begin = text.find(mark);
  REQUIRE(begin != std::string::npos);
  const Machine m = machine_of(text.substr(
      begin + mark.size(), text.find("```\n", begin + mark.size()) - begin - mark.size()));
  CHECK(m.dynamic->ports.size() == 3);
  check_dump(m);
}

TEST_CASE("dynamic: an outline names widths, stations and ports") {
  const std::string text = outline(load_machine("ooo-4").value());
  CHECK(text.find("4-wide out of order, reorder buffer 128, 128 integer") == 0);
  CHECK(text.find("\nint (40) -> alu x3 | br | mul\n") != std::string::npos);
  CHECK(text.find("\ncache L2: 1 MiB, 16-way\n") != std::string::npos);
  CHECK(outline(load_machine("scoreboard").value())
            .find("1-wide out of order, no reorder buffer, no renaming\nfetch 1 a cycle, "
                  "dispatched in the same cycle\ninteger (1) -> Int\n") == 0);
  CHECK(outline(load_machine("dual-5").value()).find("IF -> ID -> ") == 0);
}

namespace {

isa::Program riscv(std::string_view text) {
  auto program = isa::assemble(isa::Isa::riscv, "p.s", text);
  INFO(format(program.diagnostics()));
  REQUIRE(program);
  return std::move(program).value();
}

} // namespace

TEST_CASE("check_runs: names each class of micro-ops without a port, once, at its first line") {
  const Machine m = machine_of(one_station("[[port]]\nname = \"p\"\noperations = [\"integer\"]\n"));
  const Diagnostics problems = check_runs(
      m, riscv("add a0, a0, a0\nnop\nfsqrt.d fa0, fa0\nfdiv.d fa1, fa0, fa0\nmulh a1, a0, a0\n"));
  INFO(format(problems));
  REQUIRE(problems.size() == 2);
  CHECK(problems[0].message == "no port of machine 'm' executes fp_divide");
  CHECK(problems[0].file == "p.s");
  CHECK(problems[0].line == 3);
  CHECK(problems[0].expected.find("(integer)") != std::string::npos);
  CHECK(problems[1].message == "no port of machine 'm' executes multiply");
}

TEST_CASE("check_runs: stores need a port, whole or in halves, and atomics what they are made of") {
  const auto messages = [](std::string_view operations, std::string_view program) {
    const Machine m = machine_of(
        one_station("[[port]]\nname = \"p\"\noperations = " + std::string(operations) + "\n"));
    std::string text;
    for (const Diagnostic& d : check_runs(m, riscv(program)))
      text += d.message.substr(d.message.find("executes")) + ";";
    return text;
  };
  constexpr std::string_view kStore = "sd a0, 0(sp)\n";
  CHECK(messages("[\"integer\"]", kStore) == "executes store;");
  CHECK(messages("[\"integer\", \"store\"]", kStore).empty());
  CHECK(messages("[\"store_address\", \"store_data\"]", kStore).empty());
  constexpr std::string_view kSwap = "amoswap.d a0, a1, (a2)\n";
  CHECK(messages("[\"integer\", \"loads\"]", kSwap) == "executes store;");
  CHECK(messages("[\"atomic\"]", kSwap) == "executes load;executes integer;executes store;");
  CHECK(messages("[\"integer\", \"loads\", \"stores\"]", kSwap).empty());
}

TEST_CASE("check_runs: of machine code no operation is refused before a run, ports or not") {
  const Machine m = machine_of(one_station("[[port]]\nname = \"p\"\noperations = [\"integer\"]\n"));
  isa::Program program = riscv("fadd.d fa0, fa0, fa0\n");
  program.decoded = true;
  CHECK(check_runs(m, program).empty());
}

TEST_CASE("presets: those of kind out_of_order run programs of every class") {
  const isa::Program program = riscv(R"(
add a0, a0, a1
mul a0, a0, a1
div a0, a0, a1
lr.d a0, (a1)
sc.d a0, a0, (a1)
amoadd.w a0, a1, (a2)
fmadd.d fa0, fa1, fa2, fa3
fsqrt.s fa0, fa1
fcvt.d.l fa0, a0
fmv.x.d a0, fa0
feq.d a0, fa0, fa1
fld fa0, 0(a0)
fsd fa0, 0(a0)
fence
csrr a0, cycle
csrw fcsr, a0
jalr a0
beqz a0, end
end: ecall
)");
  std::size_t count = 0;
  for (const PresetInfo& preset : presets()) {
    const Machine m = load_machine(std::string(preset.name)).value();
    if (!m.dynamic)
      continue;
    ++count;
    const Diagnostics problems = check_runs(m, program);
    INFO(preset.name << format(problems));
    CHECK(problems.empty());
  }
  CHECK(count == 9);
}
