#include "model/looks/tokens.hpp"

#include <fmt/format.h>

namespace stallscope::gui {

Family family_of(Reason reason) {
  switch (reason) {
  case Reason::none:
    return Family::none;
  case Reason::raw:
  case Reason::bypass:
  case Reason::war:
  case Reason::waw:
  case Reason::activation:
  case Reason::gradient:
  case Reason::data:
  case Reason::event:
    return Family::data;
  case Reason::latency:
  case Reason::transfer:
  case Reason::launch:
  case Reason::copy:
    return Family::latency;
  case Reason::memory_latency:
  case Reason::fetch_latency:
  case Reason::memory_order:
    return Family::memory;
  case Reason::icache_miss:
  case Reason::dcache_miss:
    return Family::cache;
  case Reason::mispredict:
  case Reason::redirect:
  case Reason::fetch_group:
  case Reason::exception:
  case Reason::control:
    return Family::control;
  case Reason::fill:
  case Reason::drain:
  case Reason::idle:
    return Family::edge;
  default:
    return Family::structural;
  }
}

Pattern pattern_of(Reason reason) {
  switch (reason) {
  case Reason::raw:
  case Reason::bypass:
  case Reason::activation:
  case Reason::data:
    return Pattern::slash;
  case Reason::war:
  case Reason::gradient:
  case Reason::event:
    return Pattern::backslash;
  case Reason::waw:
    return Pattern::cross;
  case Reason::unit_busy:
  case Reason::not_pipelined:
  case Reason::link_busy:
    return Pattern::bars;
  case Reason::read_port:
  case Reason::write_port:
  case Reason::memory_port:
  case Reason::pairing:
  case Reason::order:
    return Pattern::grid;
  case Reason::control:
  case Reason::icache_miss: // unlike a miss of data, whose colour it has
  case Reason::drain:       // unlike a pipeline that fills
    return Pattern::lines;
  default:
    break;
  }
  switch (family_of(reason)) {
  case Family::none:
  case Family::edge:
    return Pattern::none;
  case Family::latency:
  case Family::memory:
  case Family::cache:
    return Pattern::dots;
  case Family::control:
    return Pattern::zigzag;
  default:
    return Pattern::lines;
  }
}

char letter_of(Reason reason) {
  switch (reason) {
  case Reason::raw:
    return 'R';
  case Reason::war:
    return 'A';
  case Reason::waw:
    return 'W';
  case Reason::read_port:
  case Reason::write_port:
  case Reason::memory_port:
  case Reason::pairing:
    return 'P';
  default:
    break;
  }
  switch (family_of(reason)) {
  case Family::none:
    return 0;
  case Family::latency:
    return 'L';
  case Family::memory:
    return 'M';
  case Family::cache:
    return 'C';
  case Family::control:
    return 'B';
  case Family::edge:
    return 'E';
  default:
    return 'S';
  }
}

std::string short_cause(const Cause& cause, const trace::RunRecord& run) {
  const ReasonInfo& what = info(cause.why);
  if (cause.why == Reason::none)
    return {};
  std::string text(what.mark.empty() ? what.name : what.mark);
  if (cause.reg != kNoRegister)
    if (const std::string& name = run.legend.register_name(cause.reg); !name.empty())
      text += " " + name;
  return text;
}

std::string number_of(OpId op, bool wrong_path, const trace::RunRecord& run) {
  if (!run.legend.cell_text.empty())
    if (const OpRow* row = run.timeline.find(op);
        row != nullptr && row->instruction.value < run.legend.cell_text.size())
      return run.legend.cell_text[row->instruction.value];
  return run.number(op) + (wrong_path && run.numbers.empty() ? "x" : "");
}

} // namespace stallscope::gui
