#pragma once

// FastForward for a core whose policy is known, to be instantiated for each core.

#include "core/memo/fast_forward.hpp"
#include "memo/engine.hpp"
#include "memo/learn.hpp"
#include "memo/replay.hpp"
#include "memo/run.hpp"

namespace stallscope::core {

template <class Core>
class memo::FastForwardEngine : public memo::Engine<typename memo::PolicyOf<Core>::Type> {
public:
  using memo::Engine<typename memo::PolicyOf<Core>::Type>::Engine;
};

template <class Core>
FastForward<Core>::FastForward(const Core& core, Limits limits)
    : engine_(std::make_unique<memo::FastForwardEngine<Core>>(core, limits)) {}
template <class Core> FastForward<Core>::~FastForward() = default;

template <class Core>
void FastForward<Core>::advance(State& state, std::uint64_t until_cycle,
                                trace::RecordingSink* recorder) {
  engine_->policy().record_to(recorder);
  engine_->run(state, until_cycle);
}

template <class Core>
const typename FastForward<Core>::Statistics& FastForward<Core>::statistics() const {
  return engine_->statistics();
}

} // namespace stallscope::core
