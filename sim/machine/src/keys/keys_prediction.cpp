// Keys of [branch], [predictor], [btb], [return_stack] and [indirect].

#include "keys/key_makers.hpp"

namespace stallscope::machine {

namespace {

/// The field of [predictor].
template <auto Member> Field direction() {
  return at<&Machine::prediction, &Prediction::direction, Member>();
}

/// The field of [btb].
template <auto Member> Field btb() {
  return at<&Machine::prediction, &Prediction::btb, Member>();
}

/// The field of [return_stack].
template <auto Member> Field return_stack() {
  return at<&Machine::prediction, &Prediction::return_stack, Member>();
}

/// The field of [indirect].
template <auto Member> Field indirect() {
  return at<&Machine::prediction, &Prediction::indirect, Member>();
}

} // namespace

std::vector<KeySpec> branch_keys() {
  return {
      other("branch.resolve", "stage name", "the stage that executes",
            "the read stage or a later one",
            "The stage in which conditional branches are resolved: at its end fetch is redirected "
            "after a misprediction.",
            "条件分支在哪一级判定：在该级末尾取指得知预测错误。"),
      other("branch.jump_register_resolve", "stage name", "the value of branch.resolve",
            "the read stage or a later one",
            "The stage in which indirect jumps, whose target is in a register, are resolved.",
            "间接跳转（目标在寄存器中）在哪一级判定。"),
      other("branch.jump_resolve", "stage name", "the value of branch.resolve",
            "the decode stage or a later one",
            "The stage in which direct jumps, whose target is in the instruction, redirect fetch.",
            "直接跳转（目标在指令中）在哪一级改变取指。"),
      other("branch.predict_in", "stage name", "the stage that decodes, or the first",
            "not behind branch.resolve",
            "The stage at whose end a branch that is predicted taken redirects fetch.",
            "预测为跳转的分支在哪一级末尾改变取指。"),
      of_any_kind(choice(
          "branch.predictor", at<&Machine::predictor>(),
          {"not_taken", "taken", "backward_taken", "perfect", "never_right", "one_bit", "two_bit",
           "local", "gshare", "tournament", "perceptron", "tage", "bimode", "plugin"},
          "Prediction of conditional branches. Static: not_taken (fetch continues sequentially, "
          "after jumps too), taken, backward_taken (taken when the target is before the branch); "
          "perfect: always right; never_right: always wrong. Dynamic: one_bit: the last outcome; "
          "two_bit: saturating counters by address; local: counters by the branch's local history; "
          "gshare: counters by address xor global history; tournament: local or gshare, selected "
          "by a chooser; perceptron: weighted sums of the global history; tage: tagged tables for "
          "histories of geometric lengths, and a loop predictor; bimode: two banks of gshare's "
          "counters, for branches that are mostly taken and mostly not; plugin: predictor.plugin.",
          "取指对条件分支的假设。固定规则：not_"
          "taken（一直向前，跳转之后也是）、taken（跳转）、backward_"
          "taken（目标在分支之前则跳转）；perfect：总是对；never_right：总是错。按历史：one_"
          "bit：与上次相同；two_"
          "bit：按地址的饱和计数器；local：按分支自身历史的计数器；gshare：按地址与全局历史异或的计"
          "数器；tournament：由选择器在 local 与 gshare "
          "中选较好者；perceptron：全局历史的加权和；tage：历史长度成几何级数的带标签表，加循环预测"
          "器；bimode：gshare 的计数器分两组，各管多跳转与多不跳转的分支。")),
      number("branch.taken_cycles", at<&Machine::taken_cycles>(), 0, 100, "cycles",
             "Extra cycles of execution of a taken conditional branch, as when the ALU first "
             "compares and then adds the target. 0: there is a separate adder for the target (a "
             "branch target ALU).",
             "条件分支跳转时多执行多久，例如 ALU "
             "先比较、再用一个周期加出目标。0：目标有自己的加法器（分支目标 ALU）。"),
      choice("branch.to_next", at<&Machine::to_next>(), {"go_on", "redirect"},
             "Cost of a taken branch or a jump to the next sequential instruction (after the delay "
             "slot, if there is one). go_on: none, because fetch is there already. redirect: the "
             "cost of any other target, as in cores that redirect fetch for every taken branch "
             "without comparing addresses.",
             "目标就是顺序下一条指令（有延迟槽时为其后的一条）的分支跳转或跳转指令花费多少。go_"
             "on：不花费，取指本来就在那里；redirect：与去别处一样，因为内核只要跳转就改变取指，并"
             "不比较地址。"),
      not_timing(flag("branch.delay_slot", at<&Machine::delay_slot>(),
                      "true: the instruction after a branch or jump always executes (delay slot). "
                      "Not for RISC-V programs.",
                      "true：分支或跳转后面的那条指令总是执行。不适用于 RISC-V 程序。")),
  };
}

std::vector<KeySpec> prediction_keys() {
  return {
      power_of_two(
          number("predictor.entries", direction<&DirectionTables::entries>(), 1, 1 << 20, "entries",
                 "Counters found by address (one_bit, two_bit, the base of tage) or by address and "
                 "history (gshare, also that of tournament; each of the two banks of bimode); "
                 "perceptrons. A power of two.",
                 "按地址（one_bit、two_bit、tage 的基础表）或按地址与历史（gshare，tournament "
                 "中的也是；bimode 的两组各有这么多）查找的计数器个数；或感知器个数。2 的幂。")),
      number("predictor.counter_bits", direction<&DirectionTables::counter_bits>(), 1, 8, "bits",
             "Of the saturating counters of two_bit, local, gshare, tournament and bimode. Its "
             "upper half says taken.",
             "two_bit、local、gshare、tournament、bimode 的饱和计数器位数。上半部分表示跳转。"),
      choice("predictor.initial", direction<&DirectionTables::initial>(),
             {"weakly_not_taken", "strongly_not_taken", "weakly_taken", "strongly_taken"},
             "What the counters say at first: weakly is one step from the other direction. The "
             "banks of bimode begin weakly with their own direction.",
             "计数器最初说什么：weakly 表示离另一方向只差一步。bimode "
             "的两组从各自的方向（weakly）开始。"),
      number("predictor.history_bits", direction<&DirectionTables::history_bits>(), 1, 63,
             "branches",
             "Length of the global history of gshare, tournament, bimode and perceptron. One "
             "shorter than the index is xored with the upper bits of the address.",
             "gshare、tournament、bimode、perceptron "
             "的全局历史长度。比索引短的历史与地址的高位异或。"),
      power_of_two(number(
          "predictor.local_entries", direction<&DirectionTables::local_entries>(), 1, 1 << 20,
          "entries",
          "local and tournament: histories of single branches, found by address. A power of two.",
          "local 和 tournament：各分支的历史个数，按地址查找。2 的幂。")),
      number("predictor.local_history_bits", direction<&DirectionTables::local_history_bits>(), 1,
             16, "branches",
             "local and tournament: length of these histories. 2 to the power of it is the number "
             "of counters they share.",
             "local 和 tournament：这些历史的长度。2 的该次幂是它们共用的计数器个数。"),
      power_of_two(
          number("predictor.chooser_entries", direction<&DirectionTables::chooser_entries>(), 1,
                 1 << 20, "entries",
                 "tournament: two-bit counters, found by address, that choose local or gshare and "
                 "learn where the two differ. bimode: those that choose the bank, and learn the "
                 "branch's direction unless the other bank was chosen and right. A power of two.",
                 "tournament：在 local 与 gshare "
                 "中选择的两位计数器个数，按地址查找，两者不同时学习。bimode：选择哪一组的计数器，"
                 "除非选了相反的组而它对了，否则学习分支的方向。2 的幂。")),
      number("predictor.tables", direction<&DirectionTables::tables>(), 1, 12, "tables",
             "tage: tagged tables.", "tage：带标签的表的个数。"),
      power_of_two(number("predictor.table_entries", direction<&DirectionTables::table_entries>(),
                          16, 1 << 15, "entries",
                          "tage: entries of each tagged table. A power of two.",
                          "tage：每个带标签的表的项数。2 的幂。")),
      number("predictor.tag_bits", direction<&DirectionTables::tag_bits>(), 4, 15, "bits",
             "tage: length of the tags.", "tage：标签长度。"),
      number("predictor.min_history", direction<&DirectionTables::min_history>(), 1, 64, "branches",
             "tage: history length of the first tagged table. The lengths in between form a "
             "geometric series.",
             "tage：第一个带标签的表的历史长度，其间成几何级数。"),
      number("predictor.max_history", direction<&DirectionTables::max_history>(), 1, 512,
             "branches", "tage: history length of the last tagged table.",
             "tage：最后一个带标签的表的历史长度。"),
      power_of_two(number("predictor.loop_entries", direction<&DirectionTables::loop_entries>(), 0,
                          4096, "entries",
                          "tage: entries of the loop predictor, which counts iterations to predict "
                          "the last one. A power of two; 0: none.",
                          "tage：统计迭代次数以预见最后一次的循环个数。2 的幂；0：没有。")),
      choice("predictor.history_update", direction<&DirectionTables::history_update>(),
             {"predict", "resolve"},
             "When a branch updates the histories. predict: at the prediction, with the predicted "
             "direction; a misprediction repairs them. resolve: when its outcome is known, so that "
             "branches in flight are missing.",
             "分支何时进入历史。predict：立即，按预测；预测错误时修复。resolve：结果已知时；在途的"
             "分支缺失。"),
      other("predictor.plugin", "string", "\"\"", "name of a loaded plug-in",
            "branch.predictor = \"plugin\": the direction predictor, loaded by --plugin; with its "
            "options: \"NAME,option=value\".",
            "branch.predictor = \"plugin\"：方向预测器，由 --plugin "
            "载入；可带选项：\"名称,选项=值\"。"),
      power_of_two(number(
          "btb.entries", btb<&TargetBuffer::entries>(), 0, 1 << 16, "entries",
          "Branch target buffer: number of taken branches and jumps stored with their targets. A "
          "hit is predicted at fetch; a miss in the stage of branch.predict_in, after decode. A "
          "power of two; 0: there is no branch target buffer, and all are predicted in that stage.",
          "分支目标缓冲：跳转过的分支和跳转及其目标。它知道的在取指时预测；不知道的在 "
          "branch.predict_in 那一级、指令译码时预测。2 的幂；0：没有，全部在那里预测。")),
      number("btb.ways", btb<&TargetBuffer::ways>(), 1, 64, "ways",
             "Entries of a set, of which the least recently used one is evicted.",
             "每组的项数，最久未用的让位。"),
      number("return_stack.depth", return_stack<&ReturnStack::depth>(), 0, 64, "entries",
             "Return-address stack: calls push, returns pop; a push onto a full stack overwrites "
             "the oldest entry. 0: there is none.",
             "返回地址栈：调用压栈，返回出栈；多出的调用覆盖最老的一项。0：没有。"),
      choice("return_stack.repair", return_stack<&ReturnStack::repair>(), {"full", "top", "none"},
             "Repair after a misprediction. full: the whole stack; top: the top pointer and the "
             "top entry; none: no repair, changes by the wrong path remain.",
             "预测错误时修复多少。full：全部；top：栈顶位置及其内容；none：不修复，错误路径留下痕迹"
             "。"),
      choice(
          "indirect.predictor", indirect<&IndirectTables::predictor>(),
          {"none", "last_target", "history"},
          "Prediction of the targets of indirect jumps other than returns. none: by the branch "
          "target buffer, if there is one; last_target: the last target, by address; history: by "
          "address and the targets of the last indirect jumps (a small ITTAGE).",
          "如何预测不是返回的间接跳转的目标。none：至多用分支目标缓冲；last_"
          "target：按地址，与上次相同；history：按地址和最近几个间接跳转的目标（小型 ITTAGE）。"),
      power_of_two(number("indirect.entries", indirect<&IndirectTables::entries>(), 1, 1 << 16,
                          "entries", "Entries of each table. A power of two.",
                          "每个表的项数。2 的幂。")),
      number("indirect.tables", indirect<&IndirectTables::tables>(), 1, 4, "tables",
             "history: number of tagged tables, in addition to the table indexed by address only.",
             "history：除只按地址的表以外，带标签的表的个数。"),
      number("indirect.history_targets", indirect<&IndirectTables::history_targets>(), 1, 16,
             "targets",
             "history: history length of the last table in targets; each earlier table has half "
             "the length of the next, at least one.",
             "history：最后一个表回看多少个目标；前面的每个表减半，但至少一个。"),
  };
}

} // namespace stallscope::machine
