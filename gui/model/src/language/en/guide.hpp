#pragma once

#include "language/string_tables.hpp"

// What introduces the window, in English: the tour, and what elements are.
namespace stallscope::gui {

inline constexpr TextEntry kEnglishGuide[] = {
    // clang-format off: one line a text
    {Text::tour, "A tour of the window"},
    {Text::tour_step, "{} of {}"},
    {Text::tour_skip, "Skip"},
    {Text::tour_done, "Done"},
    {Text::tour_1_title, "What runs"},
    {Text::tour_1,
     "A program on a machine, in an order. Click the heading, or press Ctrl P, to choose "
     "another; a second run B stands beside it."},
    {Text::tour_2_title, "The clock"},
    {Text::tour_2,
     "The arrow keys step a cycle forwards and back, Space plays. Shift with an arrow "
     "goes to the next stall, G to any cycle, line, address or label."},
    {Text::tour_3_title, "Why it waits"},
    {Text::tour_3, "A hatched cell waits. Point at it, or press the down arrow and Enter: the "
                   "reason stands beside "
                   "it, with the instruction it waits for. W shows the chain back to the root."},
    {Text::tour_4_title, "Other views of the run"},
    {Text::tour_4, "Table, diagram, processor, scheduling, where cycles go: the digits 1 to 0 open "
                   "them. With Shift a click puts a panel beside the others."},
    {Text::tour_5_title, "Help everywhere"},
    {Text::tour_5,
     "The key I says what you are looking at, ? lists all keys. Lessons and examples are the "
     "last two panels."},
    {Text::what_is, "What am I looking at?"},
    {Text::what_is_on, "Point at anything, or go to it with Tab. I or Escape ends this."},
    {Text::what_table,
     "Occupancy table: a row is a cycle, a column a stage or a unit, a cell the "
     "instruction that is there at the end of the cycle. The number and the colour are "
     "the instruction's; a hatched cell waits, and its letters name the reason."},
    {Text::what_diagram,
     "Pipeline diagram: a row is an instruction, from its fetch to its retirement, a "
     "column is a cycle. Arrows lead from the instruction that is waited for to the one "
     "that waits. Ctrl and the wheel zoom, dragging moves."},
    {Text::what_processor,
     "The processor as it is built: boxes are stages, queues and units with the "
     "instructions in them at the end of the cycle; lit arrows carry something in this "
     "cycle; an empty box says why it is empty."},
    {Text::what_structures,
     "The contents of queues, tables, registers and memory at the end of the cycle. What "
     "has changed in the cycle stands out."},
    {Text::what_schedule,
     "A block of the program as its dependence graph, and the orders that schedulers give "
     "it, decision by decision. Instructions are dragged to other legal places, and the "
     "new order runs as B."},
    {Text::what_ledger,
     "Where cycles go: every slot of every cycle is used or lost for one reason, and they "
     "add up to the whole run. Below it: what changes of the machine would gain."},
    {Text::what_lines,
     "What each source line costs: the cycles from the retirement of all that is older to its own, "
     "as bars beside the text. They add up to the run; a click goes to the next execution."},
    {Text::what_machine,
     "The options of the machine. What is changed here runs at once, for A, for B, or for "
     "both."},
    {Text::what_editor,
     "The program's text. It is read as you type, and runs as soon as it has no errors. "
     "The margin shows where each line's instructions are in this cycle; a click there "
     "sets a breakpoint."},
    {Text::what_examples,
     "The programs that come with Stallscope, each with a picture of its run, and what to "
     "look at."},
    {Text::what_lesson, "Lessons: tours with questions, and quizzes about the run that is open."},
    {Text::what_strip,
     "The strip of stalls: from the first cycle on the left to the last on the right, how "
     "many slots each stretch lost, coloured by the largest reason. A click goes there."},
    {Text::what_scrub, "The position in the run; drag it to any cycle."},
    {Text::what_heading,
     "Which program runs on which machine, in which order, with which options, and how "
     "long it takes. A click chooses others."},
    {Text::what_saved,
     "The cycles that run B has saved or lost against A, up to the instruction that A has "
     "just retired."},
    {Text::what_rail, "The panels. A digit opens one, L the source lines; with Shift a click puts "
                      "it beside the others."},
    {Text::what_lock,
     "How one clock moves both runs: to the same cycle, to the same number of retired "
     "instructions, or each by itself."},
    {Text::what_control, "A control; Enter or a click does what it says."},
    {Text::what_nothing, "There is nothing to explain here; point at a panel."},
    // clang-format on
};

} // namespace stallscope::gui
