#include "keys/keys.hpp"

#include "base/check.hpp"
#include "keys/key_makers.hpp"
#include "keys/op_classes.hpp"

#include <array>
#include <map>

namespace stallscope::machine {

namespace {

std::vector<KeySpec> file_keys() {
  return {
      other("name", "string", "-", "letters, digits and _ - . + /, at most 40",
            "What the machine is called in lists, results and on the command line."),
      other("title", "string", "\"\"", "one line of at most 120 bytes",
            "The machine in one line, for lists."),
      other("description", "string", "\"\"", "at most 2000 bytes",
            "What the machine models, and where its rules come from."),
      choice("kind", {kInOrder, kOutOfOrder},
             "How operations are scheduled: in program order, through the stages of a pipeline; or "
             "dynamically, when their operands are available. Each kind has separate keys."),
      not_timing(
          number("xlen", 64, 32, 64, "bits",
                 "Width of the integer registers, 32 or 64. RISC-V text is assembled and C "
                 "compiled for it, unless --xlen or the text says otherwise ('.attribute arch'), "
                 "or the text has instructions of 64 bits only. Executables contain it.")),
      not_timing(
          choice("missing_unit", {"assume", "error"},
                 "Treatment of an operation of a program given as text that no unit (no port) "
                 "executes. assume: it is executed as a similar operation, on that operation's "
                 "unit and with its latency, and a warning is given: loads and stores of floating "
                 "point and atomic operations as load and store, fp_multiply and fp_fused as "
                 "multiply, fp_divide as divide, all others, and these when there is no such unit, "
                 "as integer; when the latency depends on operands the longest is used. error: the "
                 "program does not run. Executables end at such an operation. --strict is short "
                 "for error, and for memory.undeclared = fault.")),
  };
}

std::vector<KeySpec> pipeline_keys() {
  return {
      other("pipeline.stages", "list of tables", "-", "2 to 32 stages",
            "The stages, first to last. Every operation passes all of them; the execute stage "
            "represents the functional units."),
      other("pipeline.stages.name", "string", "-", "letters, digits and _ - + /, at most 16",
            "The column heading, and the name of the stage in other keys."),
      other("pipeline.stages.does", "list of fetch, decode, read, execute, memory, write", "[]",
            "each once in the machine (decode may be absent), in this order along the pipeline",
            "The functions of the stage; a stage may have several, or none."),
      number("pipeline.width", 1, 1, 8, "instructions",
             "Number of instructions fetched and issued in a cycle, and capacity of each stage."),
      flag("pipeline.overlap", true,
           "false: not pipelined, the next instruction is fetched when the previous one has left "
           "the last stage."),
      choice("pipeline.group", {"sliding", "lockstep"},
             "sliding: a stage accepts operations as soon as it has a free slot; lockstep: only "
             "when its whole group has left."),
  };
}

std::vector<KeySpec> operand_keys() {
  return {
      flag("register_file.write_then_read", false,
           "true: a value can be read in the cycle in which it is written (written in the first "
           "half of the cycle, "
           "read in the second); false: from the next cycle on."),
      choice("register_file.wait", {"in_read", "before_read"},
             "Where an operation waits for its operands: in the stage that reads registers, or in "
             "the one before."),
      choice("register_file.ports", {"split", "shared"},
             "split: reads and writes use different ports; shared: a read and a write never use "
             "the registers in the same cycle, and writes have priority."),
      number("register_file.read_ports", 0, 0, 16, "operands a cycle",
             "Register operands that can be read in a cycle; 0: no limit."),
      number("register_file.write_ports", 0, 0, 16, "results a cycle",
             "Results that can be written in a cycle; 0: no limit."),
      number("register_file.second_operand_cycles", 0, 0, 100, "cycles",
             "Extra cycles of an instruction with two or more register operands (x0 of RISC-V "
             "included) in the read stage: 1 when they are read through one port, one after the "
             "other. Only with pipeline.overlap = false."),
      other("forwarding.paths", "list of \"FROM->TO\"", "[]",
            "FROM: the execute stage or a later one, not the last; TO: a stage from read to memory",
            "Forwards a result from the end of a stage to the beginning of another, bypassing the "
            "register file. TO the read stage supplies the branch comparator there, TO the memory "
            "stage supplies store data."),
  };
}

std::vector<KeySpec> unit_keys() {
  return {
      other("unit", "list of tables ([[unit]])", "-",
            "at most 250 lanes and 256 operations in flight in all",
            "The functional units. --set addresses one by its name: unit.NAME.latency=4."),
      other("unit.name", "string", "-", "letters, digits and _ - + /, at most 16",
            "The name of the unit."),
      number("unit.count", 1, 1, 8, "copies", "Identical copies of the unit."),
      other("unit.operations", "list of operation classes or groups", "-",
            "every class in one unit at most; integer in exactly one",
            "The classes that the unit executes. A class includes its refinements, unless another "
            "unit names them. nop is executed where integer is."),
      number("unit.latency", 1, 1, 1000, "cycles", "Cycles of execution of an operation."),
      other("unit.latencies", "table of class = cycles", "{}", "1 to 1000 each",
            "Latencies of single classes that differ from unit.latency; not in a pipelined unit. A "
            "class includes its refinements, unless they are named as well."),
      other("unit.operand_latency", "table of class = { measure, bits_per_cycle }", "{}",
            "classes shift, multiply and divide; not in a pipelined unit",
            "Latencies that depend on operands: an operation of the class takes ceil(measure / "
            "bits_per_cycle) steps of unit.operand_latency.step_cycles in addition to its minimum, "
            "unit.latency or unit.latencies."),
      required(choice(
          "unit.operand_latency.measure", measure_names(),
          "shift_amount, for shifts: the number of bits shifted. multiplier_bits, for multiplies: "
          "the significant bits of the second operand. dividend_bits and divisor_bits, for "
          "divides: those of the first and of the second operand; quotient_bits: max(0, "
          "dividend_bits - divisor_bits + 1), and 0 when the divisor is 0; divisor_shift: the "
          "number of bits by which the divisor can be shifted left until its first digit is in the "
          "top bit, that is its leading zeros, or for negative ones in signed operations the "
          "leading ones less one; divisor_nonzero: 1, and 0 when the divisor is 0. Significant "
          "bits are the binary digits without leading zeros, so that 0 has none; in signed "
          "operations those of the absolute value. 32-bit operations use the low 32 bits.")),
      number("unit.operand_latency.bits_per_cycle", 1, 1, 64, "bits",
             "Number of bits of the measure that a step processes."),
      number("unit.operand_latency.rest_bits_per_cycle", 0, 0, 63, "bits",
             "Number of bits that an extra cycle processes, of those that remain after whole steps "
             "of bits_per_cycle; less than bits_per_cycle. 0: they take one more step."),
      number("unit.operand_latency.step_cycles", 1, 1, 255, "cycles",
             "Cycles of a step of bits_per_cycle. All steps together take at most 255 cycles."),
      other("unit.result", "stage name", "the stage that executes",
            "the execute stage or a later one, not behind the one that writes",
            "The stage at whose end the results of the unit exist. Loaded values always exist at "
            "the end of the memory stage."),
      flag("unit.pipelined", true,
           "true: starts a new operation every cycle; false: one at a time."),
      other("unit.lanes", "column name, or list of column names", "made from the name of the unit",
            "one name a cycle of latency when pipelined, else one",
            "Column headings of the unit. One name for several cycles is numbered: \"M\" gives M1, "
            "M2, ... Default: "
            "the execute stage's name when the unit is the only one and takes one cycle, else the "
            "unit's name in "
            "upper case."),
  };
}

std::vector<KeySpec> issue_keys() {
  return {
      other(
          "late_alu.stage", "stage name", "\"\"",
          "a stage behind the one that executes, up to the memory stage; \"\" for none",
          "The stage of a second ALU. An operation of late_alu.operations issues without operands "
          "that are produced in the stages behind the units, needs them when it enters this stage, "
          "and has its result at the end of the stage, where a branch is then resolved."),
      other("late_alu.operations", "list of operation classes or groups", "[]",
            "classes that execute in one cycle, without loads, stores, atomics and indirect jumps",
            "The classes that the second ALU executes."),
      choice("hazards.waw", {"any", "overtake"},
             "When issue waits for an older operation in a functional unit that writes the same "
             "register: any: always; overtake: only when the younger operation would write first."),
      choice("hazards.unit_reuse", {"same_cycle", "next_cycle"},
             "When an unpipelined unit accepts the next operation: same_cycle: in the cycle in "
             "which the previous one leaves; next_cycle: in the cycle after. A unit whose "
             "operations all take one cycle counts as pipelined."),
      other("issue.limits", "table of class or group = operations", "{}", "1 to 8 each",
            "Maximum number of operations of a class or group that issue in one cycle."),
      other("issue.forbid", "list of [FIRST, SECOND]", "[]", "classes or groups, or lists of them",
            "An operation of SECOND never issues in the same cycle as an older one of FIRST."),
      other(
          "issue.latency", "list of tables ([[issue.latency]])", "[]",
          "a pair of classes in one rule at most; not together with forwarding.paths",
          "Stall cycles between dependent operations, by class. When rules are given they replace "
          "the timing of register file and forwarding; a pair without a rule does not wait."),
      other("issue.latency.from", "list of classes or groups", "-", "-",
            "The classes of the producer."),
      other("issue.latency.to", "list of classes or groups", "-", "-",
            "The classes of the consumer."),
      number("issue.latency.stalls", 0, 0, 1000, "cycles",
             "Minimum number of empty issue cycles between producer and consumer."),
  };
}

std::vector<KeySpec> branch_keys() {
  return {
      other("branch.resolve", "stage name", "the stage that executes",
            "the read stage or a later one",
            "The stage in which conditional branches are resolved: at its end fetch is redirected "
            "after a misprediction."),
      other("branch.jump_register_resolve", "stage name", "the value of branch.resolve",
            "the read stage or a later one",
            "The stage in which indirect jumps, whose target is in a register, are resolved."),
      other("branch.jump_resolve", "stage name", "the value of branch.resolve",
            "the decode stage or a later one",
            "The stage in which direct jumps, whose target is in the instruction, redirect fetch."),
      other("branch.predict_in", "stage name", "the stage that decodes, or the first",
            "not behind branch.resolve",
            "The stage at whose end a branch that is predicted taken redirects fetch."),
      choice("branch.predictor",
             {"not_taken", "taken", "backward_taken", "perfect", "never_right", "one_bit",
              "two_bit", "local", "gshare", "tournament", "perceptron", "tage", "bimode", "plugin"},
             "What fetch assumes of conditional branches. By fixed rules: not_taken (straight on, "
             "behind jumps too), taken, backward_taken (taken when the target lies before the "
             "branch); perfect: always right; never_right: always wrong. By what has happened: "
             "one_bit: as the last time; two_bit: saturating counters by address; local: counters "
             "by the branch's own history; gshare: counters by address xor global history; "
             "tournament: the better one of local and gshare, by a chooser; perceptron: weighted "
             "sums of the global history; tage: tagged tables for histories of geometric lengths, "
             "and a loop predictor; bimode: two banks of gshare's counters, for branches that are "
             "mostly taken and mostly not; plugin: predictor.plugin."),
      number("branch.taken_cycles", 0, 0, 100, "cycles",
             "How much longer a conditional branch executes when it is taken, as when the ALU "
             "compares first and adds the target in a cycle of its own. 0: the target has an adder "
             "of its own (a branch target ALU)."),
      choice(
          "branch.predictor",
          {"not_taken", "taken", "backward_taken", "perfect", "never_right", "one_bit", "two_bit",
           "local", "gshare", "tournament", "perceptron", "tage", "plugin"},
          "Prediction of conditional branches. Static: not_taken (fetch continues sequentially, "
          "after jumps too), taken, backward_taken (taken when the target is before the branch); "
          "perfect: always right; never_right: always wrong. Dynamic: one_bit: the last outcome; "
          "two_bit: saturating counters by address; local: counters by the branch's local history; "
          "gshare: counters by address xor global history; tournament: local or gshare, selected "
          "by a chooser; perceptron: weighted sums of the global history; tage: tagged tables for "
          "histories of geometric lengths, and a loop predictor; plugin: predictor.plugin."),
      number("branch.taken_cycles", 0, 0, 100, "cycles",
             "Extra cycles of execution of a taken conditional branch, as when the ALU first "
             "compares and then adds the target. 0: there is a separate adder for the target (a "
             "branch target ALU)."),
      choice("branch.to_next", {"go_on", "redirect"},
             "Cost of a taken branch or a jump to the next sequential instruction (after the delay "
             "slot, if there is one). go_on: none, because fetch is there already. redirect: the "
             "cost of any other target, as in cores that redirect fetch for every taken branch "
             "without comparing addresses."),
      not_timing(flag("branch.delay_slot", false,
                      "true: the instruction after a branch or jump always executes (delay slot). "
                      "Not for RISC-V programs.")),
  };
}

std::vector<KeySpec> memory_keys() {
  return {
      number("memory.data_latency", 1, 1, 1000, "cycles",
             "Cycles of a load or store in the memory stage."),
      number("memory.fetch_latency", 1, 1, 1000, "cycles",
             "Cycles of an instruction in the fetch stage."),
      number("memory.fetch_bytes", 0, 0, 64, "bytes",
             "Number of bytes of a fetch, aligned to this size; a power of two. Sequential "
             "instructions in these bytes need no further fetch: an instruction takes another "
             "fetch only where it begins or ends in new bytes, and after a jump an instruction "
             "that spans two such blocks takes two. 0: every instruction is one fetch."),
      choice("memory.port", {"separate", "shared"},
             "shared: instructions and data share one memory port, and no fetch starts in a cycle "
             "with a data "
             "access."),
      not_timing(choice(
          "memory.misaligned", {"by_platform", "fault", "allow"},
          "Treatment of an access whose address is not a multiple of its size. by_platform: it "
          "faults, except in programs for Linux, and in programs given as text unless "
          "memory.undeclared is fault, where it takes the time of any other access and a note is "
          "given once. fault and allow apply to all programs; atomic accesses fault with both.")),
      not_timing(choice(
          "memory.undeclared", {"zero", "fault"},
          "Treatment of accesses by a program given as text to memory that it has not declared as "
          "writable. zero: loads read zeros or the values stored there before, and a note is given "
          "once. Programs that declare memory (.data, .bss, .mem) fault outside of it. At most "
          "1024 blocks of 4 KiB can be written, and none directly below the stack: programs that "
          "need more must declare it. In text with the register names of textbooks, R1, divisions "
          "by zero are permitted as well. Executables always fault. --strict is short for fault.")),
      number("memory.access_bytes", 8, 1, 64, "bytes",
             "Number of bytes of data memory that one access can cover, aligned to this size; a "
             "power of two."),
      number("memory.split_cycles", 0, 0, 100, "cycles",
             "Extra cycles of an access that crosses a multiple of memory.access_bytes, and is "
             "made in two parts."),
      not_timing(choice(
          "counting.drain", {"counted", "excluded"},
          "Whether cycles count until the last instruction has left the pipeline, or only until "
          "it has left the "
          "stages before the functional units.")),
      not_timing(
          number("limits.no_progress", 100'000, 2'000, 1'000'000'000, "cycles",
                 "Number of cycles without progress after which the run stops with a dump.")),
  };
}

/// Keys of both kinds of machines in tables that are otherwise for in-order machines.
constexpr std::array<std::string_view, 4> kOfBothKinds{"branch.predictor", "memory.misaligned",
                                                       "memory.undeclared", "limits.no_progress"};

std::vector<KeySpec> make_specs() {
  std::vector<KeySpec> specs;
  const auto add = [&specs](std::vector<KeySpec> keys, std::string_view kind) {
    for (KeySpec& spec : keys) {
      const bool of_both =
          std::find(kOfBothKinds.begin(), kOfBothKinds.end(), spec.name) != kOfBothKinds.end();
      spec.kind = of_both ? kAnyKind : kind;
      specs.push_back(std::move(spec));
    }
  };
  add(file_keys(), kAnyKind);
  for (auto make : {pipeline_keys, operand_keys, unit_keys, issue_keys})
    add(make(), kInOrder);
  add(dynamic_keys(), kOutOfOrder);
  add(branch_keys(), kInOrder);
  add(prediction_keys(), kAnyKind);
  add(cache_keys(), kAnyKind);
  add(memory_keys(), kInOrder);
  return specs;
}

std::map<std::string, std::vector<std::string_view>, std::less<>> make_members() {
  std::map<std::string, std::vector<std::string_view>, std::less<>> members;
  for (const KeySpec& spec : key_specs()) {
    const std::string_view name = spec.name;
    for (std::size_t begin = 0; begin <= name.size();) {
      const std::size_t dot = std::min(name.find('.', begin), name.size());
      const std::string_view part = name.substr(begin, dot - begin);
      auto& list = members[begin == 0 ? std::string() : std::string(name.substr(0, begin - 1))];
      if (std::find(list.begin(), list.end(), part) == list.end())
        list.push_back(part);
      begin = dot + 1;
    }
  }
  return members;
}

const auto& all_members() {
  static const auto members = make_members();
  return members;
}

} // namespace

const std::vector<KeySpec>& key_specs() {
  static const std::vector<KeySpec> specs = make_specs();
  return specs;
}

const KeySpec& key_spec(std::string_view name) {
  const auto& specs = key_specs();
  const auto found = std::find_if(specs.begin(), specs.end(),
                                  [name](const KeySpec& spec) { return spec.name == name; });
  STALLSCOPE_CHECK(found != specs.end(), "a key of the machine file that the table does not know");
  return *found;
}

bool is_table(std::string_view prefix) {
  return all_members().contains(prefix);
}

const std::vector<std::string_view>& known_members(std::string_view prefix) {
  const auto found = all_members().find(prefix);
  STALLSCOPE_CHECK(found != all_members().end(),
                   "a section of the machine file that the table does not know");
  return found->second;
}

std::string_view kind_of_table(std::string_view prefix) {
  std::string_view kind;
  for (const KeySpec& spec : key_specs()) {
    const std::string_view name = spec.name;
    if (name != prefix &&
        (name.substr(0, prefix.size()) != prefix || name.substr(prefix.size(), 1) != "."))
      continue;
    if (!kind.empty() && spec.kind != kind)
      return kAnyKind;
    kind = spec.kind;
  }
  return kind;
}

const std::vector<std::string_view>& role_names() {
  static const std::vector<std::string_view> names{"fetch",   "decode", "read",
                                                   "execute", "memory", "write"};
  return names;
}

const std::vector<std::string_view>& measure_names() {
  static const std::vector<std::string_view> names{
      "shift_amount",  "multiplier_bits", "dividend_bits",  "divisor_bits",
      "quotient_bits", "divisor_shift",   "divisor_nonzero"};
  return names;
}

const std::vector<KeyInfo>& machine_keys() {
  static const std::vector<KeyInfo> infos = [] {
    std::vector<KeyInfo> list;
    for (const KeySpec& s : key_specs())
      list.push_back({s.name, s.type, s.default_value, s.range, s.unit, s.meaning, s.kind});
    return list;
  }();
  return infos;
}

} // namespace stallscope::machine
