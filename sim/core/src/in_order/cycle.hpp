#pragma once

// One cycle: the stages of the pipeline, back to front. Includes the headers of all of Pipeline's
// member functions.

#include "in_order/account.hpp"
#include "in_order/back_stages.hpp"
#include "in_order/cache_access.hpp"
#include "in_order/fetch.hpp"
#include "in_order/issue.hpp"
#include "in_order/lanes.hpp"
#include "in_order/operands.hpp"
#include "in_order/pipeline.hpp"
#include "in_order/resolve.hpp"

namespace stallscope::core {

template <class Sink> void Pipeline<Sink>::begin_cycle() {
  s_.cycle += 1;
  context_ = {s_.cycle, s_.next_op.value};
  issued_ = fetched_ = fetched_wrong_ = departed_ = 0;
  reads_reserved_ = reads_done_ = writes_entered_ = 0;
  last_reader_ = kNoOp;
  issue_loss_.entries = fetch_loss_.entries = retire_loss_.entries = 0;
  fetched_line_ = kNowhere;
  moved_ = false;
}

template <class Sink> void Pipeline<Sink>::cycle() {
  begin_cycle();

  redirect_fetch();
  retire();
  if (end_if_empty())
    return;
  if (plan_.data_cache)
    retry_accesses();
  advance_back_stages();
  advance_units();
  issue();
  advance_front_stages();
  fetch();

  if (end_if_empty())
    return;
  finish_cycle();
}

/// The program has ended and nothing is in flight: the previous cycle was the last. It ends so when
/// the last operation has retired, or when fetch meets the end while the pipeline is empty.
template <class Sink> inline bool Pipeline<Sink>::end_if_empty() {
  if (s_.in_flight != 0 || !s_.fetch.stopped) [[likely]]
    return false;
  s_.cycle -= 1;
  s_.stop = s_.pending_stop;
  return true;
}

/// The end of a cycle, when all operations have moved.
template <class Sink> inline void Pipeline<Sink>::finish_cycle() {
  write_registers();
  read_operands();
  resolve_branches();
  account();

  s_.note_progress(moved_, now(), machine_.no_progress_cycles);
}

} // namespace stallscope::core
