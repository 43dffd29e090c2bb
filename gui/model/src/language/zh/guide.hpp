#pragma once

#include "language/string_tables.hpp"

// What introduces the window, in Chinese: the tour, and what elements are.
namespace stallscope::gui {

inline constexpr TextEntry kChineseGuide[] = {
    // clang-format off: one line a text
    {Text::tour, "窗口导览"},
    {Text::tour_step, "{}/{}"},
    {Text::tour_skip, "跳过"},
    {Text::tour_done, "完成"},
    {Text::tour_1_title, "运行什么"},
    {Text::tour_1,
     "某台机器按某种顺序运行一个程序。点击标题或按 Ctrl P 可以另选；第二个运行 B 显示在旁边。"},
    {Text::tour_2_title, "时钟"},
    {Text::tour_2, "方向键前进或后退一个周期，空格键播放。Shift 加方向键到下一次停顿，G "
                   "到任意周期、行、地址或标号。"},
    {Text::tour_3_title, "为什么等待"},
    {Text::tour_3,
     "带斜线的格子在等待。指着它，或按下箭头再按 Enter：旁边写明原因和它等待的指令。W "
     "显示一直到根源的链条。"},
    {Text::tour_4_title, "同一运行的其他视图"},
    {Text::tour_4, "占用表、流水线图、处理器、调度、周期去向：数字键 1 到 0 打开它们。按住 Shift "
                   "点击，面板就并排显示。"},
    {Text::tour_5_title, "随处有帮助"},
    {Text::tour_5, "I 键说明你正在看什么，? 列出所有按键。课程和例子是最后两个面板。"},
    {Text::what_is, "我在看什么？"},
    {Text::what_is_on, "指向任何东西，或用 Tab 走到那里。按 I 或 Escape 结束。"},
    {Text::what_table, "占用表：一行是一个周期，一列是一个流水级或部件，格子里是该周期结束时在那里"
                       "的指令。数字和颜色属于指令；带斜线的格子在等待，字母是原因。"},
    {Text::what_diagram, "流水线图：一行是一条指令，从取指到退休；一列是一个周期。箭头从被等待的指"
                         "令指向等待的指令。Ctrl 加滚轮缩放，拖动移动。"},
    {Text::what_processor, "处理器的结构：方框是流水级、队列和部件，里面是周期结束时的指令；亮的箭"
                           "头在该周期传送东西；空的方框写明为什么空。"},
    {Text::what_structures, "周期结束时队列、表、寄存器和内存的内容。该周期改变了的会突出显示。"},
    {Text::what_schedule, "程序的一个基本块：依赖图，以及各调度算法逐步给出的顺序。指令可以拖到别的"
                          "合法位置，新顺序作为 B 运行。"},
    {Text::what_ledger, "周期去向：每个周期的每个槽要么有用，要么因一个原因损失，合起来正好是整个运"
                        "行。下面是改变机器会得到什么。"},
    {Text::what_lines,
     "每个源代码行的代价：从所有更早的指令退休到它自己退休的周期数，以条形显示在文本旁，"
     "合起来正好是整个运行。点击转到下一次执行。"},
    {Text::what_machine, "机器的选项。在这里改变后立即重新运行：A、B 或两者。"},
    {Text::what_editor, "程序文本。边输入边读取，没有错误就立即运行。边栏显示每行的指令在该周期位于"
                        "何处；点击设置断点。"},
    {Text::what_examples, "随附的程序，每个都有其运行的缩图，以及该看什么。"},
    {Text::what_lesson, "课程：带问题的导览，以及关于当前运行的测验。"},
    {Text::what_strip, "停顿条：从左边的第一个周期到右边的最后一个，每段损失了多少槽，颜色是最大的"
                       "原因。点击就到那里。"},
    {Text::what_scrub, "在运行中的位置；可拖到任意周期。"},
    {Text::what_heading,
     "哪个程序在哪台机器上、按什么顺序、用什么选项运行，以及用多长时间。点击可另选。"},
    {Text::what_saved, "到 A 刚退休的指令为止，运行 B 比 A 节省或多用的周期数。"},
    {Text::what_rail, "各个面板。数字键打开，L 打开源代码行；按住 Shift 点击则并排显示。"},
    {Text::what_lock, "同一个时钟如何带动两个运行：同一周期、退休指令数相同，或各自独立。"},
    {Text::what_control, "一个控件；按 Enter 或点击就执行它所写的。"},
    {Text::what_nothing, "这里没有要说明的；请指向一个面板。"},
    // clang-format on
};

} // namespace stallscope::gui
