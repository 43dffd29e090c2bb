// Keys of the pipelines of in-order machines.

#include "keys/key_makers.hpp"

namespace stallscope::machine {

namespace {

std::vector<KeySpec> pipeline_keys() {
  return {
      other("pipeline.stages", "list of tables", "-", "2 to 32 stages",
            "The stages, first to last. Every operation passes all of them; the execute stage "
            "represents the functional units.",
            "流水线的各级，从第一级到最后一级。每条指令都依次通过；执行级代表所有功能部件。"),
      identifier("pipeline.stages.name", at<&Stage::name>(), kLaneSigns, kMaxLaneBytes,
                 "The column heading, and the name of the stage in other keys.",
                 "列标题，也是其他键里该级的名称。"),
      other("pipeline.stages.does", "list of fetch, decode, read, execute, memory, write", "[]",
            "each once in the machine (decode may be absent), in this order along the pipeline",
            "The functions of the stage; a stage may have several, or none.",
            "该级的功能；一级可以有几个，也可以没有。"),
      number("pipeline.width", at<&Machine::width>(), 1, 8, "instructions",
             "Number of instructions fetched and issued in a cycle, and capacity of each stage.",
             "每个周期取指和发射的指令数，也是每一级能容纳的指令数。"),
      flag("pipeline.overlap", at<&Machine::overlap>(),
           "false: not pipelined, the next instruction is fetched when the previous one has left "
           "the last stage.",
           "false：不流水，前一条指令离开最后一级后才取下一条。"),
      choice("pipeline.group", at<&Machine::group>(), {"sliding", "lockstep"},
             "sliding: a stage accepts operations as soon as it has a free slot; lockstep: only "
             "when its whole group has left.",
             "sliding：一级只要有空位就接收新指令；lockstep：整组都离开后才接收。"),
  };
}

std::vector<KeySpec> operand_keys() {
  return {
      flag("register_file.write_then_read", at<&Machine::write_then_read>(),
           "true: a value can be read in the cycle in which it is written (written in the first "
           "half of the cycle, read in the second); false: from the next cycle on.",
           "true：值写入的同一周期就能读出（前半周期写，后半周期读）；false：下一周期起才能读出。"),
      choice("register_file.wait", at<&Machine::operand_wait>(), {"in_read", "before_read"},
             "Where an operation waits for its operands: in the stage that reads registers, or in "
             "the one before.",
             "操作在哪里等待操作数：在读寄存器的那一级，还是在它的前一级。"),
      choice("register_file.ports", at<&Machine::ports>(), {"split", "shared"},
             "split: reads and writes use different ports; shared: a read and a write never use "
             "the registers in the same cycle, and writes have priority.",
             "split：读和写使用各自的端口；shared：同一周期不能又读又写，写优先。"),
      number("register_file.read_ports", at<&Machine::read_ports>(), 0, 16, "operands a cycle",
             "Register operands that can be read in a cycle; 0: no limit.",
             "每个周期能读的寄存器操作数个数；0：不限。"),
      number("register_file.write_ports", at<&Machine::write_ports>(), 0, 16, "results a cycle",
             "Results that can be written in a cycle; 0: no limit.",
             "每个周期能写的结果个数；0：不限。"),
      number("register_file.second_operand_cycles", at<&Machine::second_operand_cycles>(), 0, 100,
             "cycles",
             "Extra cycles of an instruction with two or more register operands (x0 of RISC-V "
             "included) in the read stage: 1 when they are read through one port, one after the "
             "other. Only with pipeline.overlap = false.",
             "有两个或更多寄存器操作数（包括 RISC-V 的 "
             "x0）的指令在执行级之前的读寄存器级多停多久：只有一个读端口、依次读取时为 1。仅用于 "
             "pipeline.overlap = false。"),
      other("forwarding.paths", "list of \"FROM->TO\"", "[]",
            "FROM: the execute stage or a later one, not the last; TO: a stage from read to memory",
            "Forwards a result from the end of a stage to the beginning of another, bypassing the "
            "register file. TO the read stage supplies the branch comparator there, TO the memory "
            "stage supplies store data.",
            "不经过寄存器堆，把结果从某一级的末尾送到另一级的开头。送到读寄存器级的供那里的分支比较"
            "器使用，送到访存级的供存数使用。"),
  };
}

std::vector<KeySpec> unit_keys() {
  return {
      other("unit", "list of tables ([[unit]])", "-",
            "at most 250 lanes and 256 operations in flight in all",
            "The functional units. --set addresses one by its name: unit.NAME.latency=4.",
            "功能部件。--set 按名称指定其中一个：unit.NAME.latency=4。"),
      identifier("unit.name", at<&Unit::name>(), kLaneSigns, kMaxLaneBytes, "The name of the unit.",
                 "部件的名称。"),
      number("unit.count", at<&Unit::count>(), 1, 8, "copies", "Identical copies of the unit.",
             "相同部件的份数。"),
      other("unit.operations", "list of operation classes or groups", "-",
            "every class in one unit at most; integer in exactly one",
            "The classes that the unit executes. A class includes its refinements, unless another "
            "unit names them. nop is executed where integer is.",
            "部件执行的操作类。一个类包括它的细分类，除非另一个部件写明了它们。nop 在执行 integer "
            "的部件中执行。"),
      with_default(number("unit.latency", {}, 1, 1000, "cycles",
                          "Cycles of execution of an operation.", "一个操作执行多久。"),
                   1),
      other("unit.latencies", "table of class = cycles", "{}", "1 to 1000 each",
            "Latencies of single classes that differ from unit.latency; not in a pipelined unit. A "
            "class includes its refinements, unless they are named as well.",
            "与 unit.latency "
            "不同的个别操作类的时间；不用于流水部件。一个类包括它的细分类，除非它们也写明了。"),
      other("unit.operand_latency", "table of class = { measure, bits_per_cycle }", "{}",
            "classes shift, multiply and divide; not in a pipelined unit",
            "Latencies that depend on operands: an operation of the class takes ceil(measure / "
            "bits_per_cycle) steps of unit.operand_latency.step_cycles in addition to its minimum, "
            "unit.latency or unit.latencies.",
            "取决于操作数的时间：该类操作在最短时间（unit.latency 或 unit.latencies）之外再用 "
            "ceil(measure / bits_per_cycle) 步，每步 unit.operand_latency.step_cycles 个周期。"),
      required(choice(
          "unit.operand_latency.measure", at<&OperandLatency::measure>(), measure_names(),
          "shift_amount, for shifts: the number of bits shifted. multiplier_bits, for multiplies: "
          "the significant bits of the second operand. dividend_bits and divisor_bits, for "
          "divides: those of the first and of the second operand; quotient_bits: max(0, "
          "dividend_bits - divisor_bits + 1), and 0 when the divisor is 0; divisor_shift: the "
          "number of bits by which the divisor can be shifted left until its first digit is in the "
          "top bit, that is its leading zeros, or for negative ones in signed operations the "
          "leading ones less one; divisor_nonzero: 1, and 0 when the divisor is 0. Significant "
          "bits are the binary digits without leading zeros, so that 0 has none; in signed "
          "operations those of the absolute value. 32-bit operations use the low 32 bits.",
          "shift_amount 用于移位：移动的位数。multiplier_bits "
          "用于乘法：第二个操作数的有效位数。dividend_bits 和 divisor_bits "
          "用于除法：第一个和第二个操作数的有效位数；quotient_bits：max(0, dividend_bits - "
          "divisor_bits + 1)，除数为 0 时为 "
          "0；divisor_"
          "shift：除数左移多少位后首位数字到最高位，即前导零的个数，有符号操作的负数则为前导一的个"
          "数减一；divisor_nonzero：1，除数为 0 时为 0。有效位是不含前导零的二进制位，所以 0 "
          "没有；有符号操作取绝对值。32 位操作用低 32 位。")),
      with_default(number("unit.operand_latency.bits_per_cycle",
                          at<&OperandLatency::bits_per_cycle>(), 1, 64, "bits",
                          "Number of bits of the measure that a step processes.",
                          "一步处理 measure 的多少位。"),
                   1),
      number("unit.operand_latency.rest_bits_per_cycle", at<&OperandLatency::rest_bits_per_cycle>(),
             0, 63, "bits",
             "Number of bits that an extra cycle processes, of those that remain after whole steps "
             "of bits_per_cycle; less than bits_per_cycle. 0: they take one more step.",
             "整步之后剩下的位，每个额外周期处理多少；小于 bits_per_cycle。0：它们再用一步。"),
      number("unit.operand_latency.step_cycles", at<&OperandLatency::step_cycles>(), 1, 255,
             "cycles",
             "Cycles of a step of bits_per_cycle. All steps together take at most 255 cycles.",
             "一步（bits_per_cycle 位）的周期数。所有步合计最多 255 个周期。"),
      other("unit.result", "stage name", "the stage that executes",
            "the execute stage or a later one, not behind the one that writes",
            "The stage at whose end the results of the unit exist. Loaded values always exist at "
            "the end of the memory stage.",
            "部件的结果在哪一级的末尾产生。取来的值总是在访存级的末尾产生。"),
      flag("unit.pipelined", at<&Unit::pipelined>(),
           "true: starts a new operation every cycle; false: one at a time.",
           "true：每个周期接收一个新操作；false：一次只做一个。"),
      other("unit.lanes", "column name, or list of column names", "made from the name of the unit",
            "one name a cycle of latency when pipelined, else one",
            "Column headings of the unit. One name for several cycles is numbered: \"M\" gives M1, "
            "M2, ... Default: the execute stage's name when the unit is the only one and takes one "
            "cycle, else the unit's name in upper case.",
            "部件的列标题。几个周期共用的一个名称会编号：\"M\" 得到 "
            "M1、M2……默认：部件是唯一的且只需一个周期时用执行级的名称，否则用大写的部件名称。"),
  };
}

std::vector<KeySpec> issue_keys() {
  return {
      other(
          "late_alu.stage", "stage name", "\"\"",
          "a stage behind the one that executes, up to the memory stage; \"\" for none",
          "The stage of a second ALU. An operation of late_alu.operations issues without operands "
          "that are produced in the stages behind the units, needs them when it enters this stage, "
          "and has its result at the end of the stage, where a branch is then resolved.",
          "第二个 ALU 所在的级。late_alu.operations "
          "中的操作不等由功能部件之后各级产生的操作数就发射，进入该级时才需要它们，在该级末尾得到结"
          "果；分支也在那里判定。"),
      other("late_alu.operations", "list of operation classes or groups", "[]",
            "classes that execute in one cycle, without loads, stores, atomics and indirect jumps",
            "The classes that the second ALU executes.", "第二个 ALU 执行的操作类。"),
      choice("hazards.waw", at<&Machine::waw>(), {"any", "overtake"},
             "When issue waits for an older operation in a functional unit that writes the same "
             "register: any: always; overtake: only when the younger operation would write first.",
             "功能部件中更老的操作要写同一寄存器时，发射等待。any：总是等待；overtake：只在较新的操"
             "作会先写时等待。"),
      choice("hazards.unit_reuse", at<&Machine::unit_reuse>(), {"same_cycle", "next_cycle"},
             "When an unpipelined unit accepts the next operation: same_cycle: in the cycle in "
             "which the previous one leaves; next_cycle: in the cycle after. A unit whose "
             "operations all take one cycle counts as pipelined.",
             "非流水部件何时接收下一个操作。same_cycle：前一个离开的那个周期；next_"
             "cycle：那个周期里仍然关闭。所有操作都只需一个周期的部件视为流水部件。"),
      other("issue.limits", "table of class or group = operations", "{}", "1 to 8 each",
            "Maximum number of operations of a class or group that issue in one cycle.",
            "一个操作类或组在一个周期内最多发射多少个操作。"),
      other("issue.forbid", "list of [FIRST, SECOND]", "[]", "classes or groups, or lists of them",
            "An operation of SECOND never issues in the same cycle as an older one of FIRST.",
            "SECOND 的操作从不与更老的 FIRST 的操作在同一周期发射。"),
      other(
          "issue.latency", "list of tables ([[issue.latency]])", "[]",
          "a pair of classes in one rule at most; not together with forwarding.paths",
          "Stall cycles between dependent operations, by class. When rules are given they replace "
          "the timing of register file and forwarding; a pair without a rule does not wait.",
          "按操作类规定相关操作之间的停顿周期。给出规则时，它们代替寄存器堆和转发的时间；没有规则的"
          "一对不等待。"),
      other("issue.latency.from", "list of classes or groups", "-", "-",
            "The classes of the producer.", "生产者的操作类。"),
      other("issue.latency.to", "list of classes or groups", "-", "-",
            "The classes of the consumer.", "消费者的操作类。"),
      number("issue.latency.stalls", at<&LatencyRule::stall_cycles>(), 0, 1000, "cycles",
             "Minimum number of empty issue cycles between producer and consumer.",
             "生产者与消费者之间至少空出的发射周期数。"),
  };
}

} // namespace

std::vector<KeySpec> in_order_keys() {
  return joined({pipeline_keys(), operand_keys(), unit_keys(), issue_keys()});
}

} // namespace stallscope::machine
