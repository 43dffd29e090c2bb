#pragma once

#include "svg/figure.hpp"

#include <string>

namespace stallscope::trace {

inline constexpr double kRowHeight = 27;

/// A cell of an operation: its colour, the hatch of its stall, text in the middle.
void draw_op_cell(Pen& pen, double x, double y, double w, OpId op, bool wrong_path,
                  const Cause& cause, const std::string& words);

/// An empty cell.
void draw_empty_cell(Pen& pen, double x, double y, double w, const std::string& words);

/// A cycle in which an operation waited to be fetched.
void draw_late_cell(Pen& pen, double x, double y, double w, const Cause& cause);

/// The outline of a cell that differs from the other run.
void draw_difference(Pen& pen, double x, double y, double w);

/// The number of an operation in its colour, its text and its stalls. Returns the width.
double draw_instruction(Pen& pen, double x, double y, const OpRow& row, const RunRecord& run,
                        double text_at, double note_at);

} // namespace stallscope::trace
