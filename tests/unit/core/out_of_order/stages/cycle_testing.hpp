#pragma once

// The data of a cycle (cycle_context.hpp) that stages write, written by a test in their place.

#include "out_of_order/cycle_context.hpp"

namespace stallscope::core::testing {

/// As GeneralPolicies: a machine whose cycle a test writes.
class WrittenByHand : public GeneralPolicies {
public:
  using GeneralPolicies::GeneralPolicies;
};
using CycleByHand = CycleContext<trace::NullSink, WrittenByHand>;

} // namespace stallscope::core::testing

namespace stallscope::core {

template <> class FetchStage<testing::CycleByHand> {
public:
  static FetchCycle& data(testing::CycleByHand& c) { return c.fetched.own; }
};
template <> class Dispatch<testing::CycleByHand> {
public:
  static DispatchCycle& data(testing::CycleByHand& c) { return c.dispatched.own; }
};
template <> class IssueStage<testing::CycleByHand> {
public:
  static IssueCycle& data(testing::CycleByHand& c) { return c.issued.own; }
};
template <> class WakeUp<testing::CycleByHand> {
public:
  static CompletionCycle& data(testing::CycleByHand& c) { return c.completed.own; }
};
template <> class Retirement<testing::CycleByHand> {
public:
  static RetireCycle& data(testing::CycleByHand& c) { return c.retired.own; }
};

} // namespace stallscope::core

namespace stallscope::core::testing {

inline FetchCycle& fetch_data(CycleByHand& c) {
  return FetchStage<CycleByHand>::data(c);
}
inline DispatchCycle& dispatch_data(CycleByHand& c) {
  return Dispatch<CycleByHand>::data(c);
}
inline IssueCycle& issue_data(CycleByHand& c) {
  return IssueStage<CycleByHand>::data(c);
}
inline CompletionCycle& completion_data(CycleByHand& c) {
  return WakeUp<CycleByHand>::data(c);
}
inline RetireCycle& retire_data(CycleByHand& c) {
  return Retirement<CycleByHand>::data(c);
}

} // namespace stallscope::core::testing
