#include "timeline/root_cause.hpp"

namespace stallscope {

Cause root_cause(const Timeline& timeline, const Cause& cause, Cycle cycle) {
  Cause root = cause;
  while (root.why == Reason::stage_full && root.culprit) {
    const OpRow* row = timeline.find(root.culprit);
    const Span* held = nullptr;
    if (row != nullptr)
      for (const Span& span : timeline.spans_of(*row))
        if (span.begin <= cycle && cycle < span.end && span.cause.why != Reason::none &&
            (span.cause.why != Reason::stage_full || span.cause.culprit < root.culprit))
          held = &span;
    if (held == nullptr)
      return root;
    root = held->cause;
  }
  return root;
}

} // namespace stallscope
