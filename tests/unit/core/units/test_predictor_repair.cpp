// Whatever was fetched and discarded in between: tables and histories are those of a predictor that
// has seen only the branches that stayed.

#include "unit/core/predictor_testing.hpp"

#include <fmt/format.h>

#include <random>

using namespace stallscope;
using namespace stallscope::core;
using namespace stallscope::core::testing;
using isa::Op;

namespace {

enum class Call : std::uint8_t { predict, learn, discard_behind, release };

struct Event {
  Call call;
  std::size_t branch; ///< in the order of prediction
  Outcome outcome;    ///< of learn and discard_behind
};

struct Flying {
  std::size_t branch;
  PredictionToken token;
  Prediction prediction;
};

/// A few branches, calls, returns and indirect jumps whose addresses meet in small tables.
isa::Instruction random_control(std::mt19937& random) {
  isa::Instruction i = conditional(0x100 + 2 * (random() % 12), 0x80);
  const unsigned kind = random() % 10;
  if (kind < 6)
    return i;
  i.op_class = isa::OpClass::jump;
  i.op = kind == 6 ? Op::jump_link : Op::jump_register;
  i.rd = 1;
  i.rs1 = kind == 7 ? 1 : 10;
  i.target = kind == 6 ? 0x800 : 0;
  return i;
}

Outcome random_outcome(const isa::Instruction& i, std::mt19937& random) {
  if (i.op_class != isa::OpClass::branch)
    return {true, i.target != 0 ? i.target : 0x900 + 2 * (random() % 3)};
  // Mostly taken, so that loops of some length are there.
  return random() % 4 != 0 ? Outcome{true, i.target} : Outcome{false, i.pc + 4};
}

/// Predicts, learns and discards at random; notes what was done.
class Chaos {
public:
  Chaos(Trainee& trainee, unsigned seed) : p_(trainee), random_(seed) {}

  void run(unsigned steps) {
    for (unsigned step = 0; step < steps; ++step) {
      const unsigned what = random_() % 100;
      if (what < 55 || flying_.empty())
        predict();
      else if (what < 85)
        resolve_oldest();
      else if (what < 94)
        redirect_behind(random_() % flying_.size());
      else
        discard_from(random_() % flying_.size());
    }
    while (!flying_.empty())
      resolve_oldest();
  }

  /// The same on a fresh predictor, without what was discarded.
  void replay_survivors(Trainee& fresh) const {
    std::vector<PredictionToken> tokens(branches.size());
    for (const Event& e : events) {
      if (discarded[e.branch])
        continue;
      const isa::Instruction& i = branches[e.branch];
      switch (e.call) {
      case Call::predict: {
        const Prediction again = fresh.predict(i, e.outcome);
        REQUIRE(again.taken == predictions[e.branch].taken);
        REQUIRE(again.target == predictions[e.branch].target);
        tokens[e.branch] = again.token;
        break;
      }
      case Call::learn:
        fresh.unit.learn(fresh.state, i, tokens[e.branch], e.outcome);
        break;
      case Call::discard_behind:
        fresh.unit.discard_behind(fresh.state, i, tokens[e.branch], e.outcome);
        break;
      case Call::release:
        fresh.unit.release(fresh.state, tokens[e.branch]);
        break;
      }
    }
  }

  std::vector<isa::Instruction> branches;
  std::vector<Prediction> predictions;
  std::vector<bool> discarded;
  std::vector<Event> events;

private:
  void predict() {
    if (!p_.unit.can_predict(p_.state))
      return;
    branches.push_back(random_control(random_));
    discarded.push_back(false);
    const Prediction prediction = p_.predict(branches.back(), {});
    predictions.push_back(prediction);
    events.push_back({Call::predict, branches.size() - 1, {}});
    flying_.push_back({branches.size() - 1, prediction.token, prediction});
  }
  void resolve_oldest() {
    const Flying oldest = flying_.front();
    const isa::Instruction& i = branches[oldest.branch];
    const Outcome outcome = random_outcome(i, random_);
    const bool wrong = oldest.prediction.taken != outcome.taken ||
                       (outcome.taken && oldest.prediction.target != outcome.target);
    const bool learn_first = random_() % 2 == 0;
    if (learn_first)
      learn(oldest, outcome);
    if (wrong || redirected_.count(oldest.branch) != 0) // fetch may be elsewhere by now
      discard_behind(0, outcome);
    if (!learn_first)
      learn(oldest, outcome);
    p_.unit.release(p_.state, oldest.token);
    events.push_back({Call::release, oldest.branch, {}});
    flying_.erase(flying_.begin());
  }
  void learn(const Flying& flying, const Outcome& outcome) {
    p_.unit.learn(p_.state, branches[flying.branch], flying.token, outcome);
    events.push_back({Call::learn, flying.branch, outcome});
  }
  /// A branch turns out, on the path it is on, to go elsewhere.
  void redirect_behind(std::size_t at) {
    redirected_[flying_[at].branch] = true;
    discard_behind(at, random_outcome(branches[flying_[at].branch], random_));
  }
  void discard_behind(std::size_t at, const Outcome& outcome) {
    const Flying& flying = flying_[at];
    p_.unit.discard_behind(p_.state, branches[flying.branch], flying.token, outcome);
    events.push_back({Call::discard_behind, flying.branch, outcome});
    drop(at + 1);
  }
  void discard_from(std::size_t at) {
    p_.unit.discard_from(p_.state, flying_[at].token);
    drop(at);
  }
  void drop(std::size_t first) {
    for (std::size_t i = first; i < flying_.size(); ++i)
      discarded[flying_[i].branch] = true;
    flying_.resize(first);
  }

  Trainee& p_;
  std::mt19937 random_;
  std::vector<Flying> flying_;
  std::map<std::size_t, bool> redirected_;
};

} // namespace

TEST_CASE("repair: tables and histories are those of the branches that stayed") {
  for (const char* kind :
       {"two_bit", "local", "gshare", "tournament", "bimode", "perceptron", "tage"})
    for (const char* update : {"predict", "resolve"})
      for (unsigned seed = 1; seed <= 8; ++seed) {
        INFO(kind << ", history at " << update << ", seed " << seed);
        const std::vector<std::string> settings{fmt::format("branch.predictor={}", kind),
                                                fmt::format("predictor.history_update={}", update),
                                                "predictor.entries=64",
                                                "predictor.history_bits=6",
                                                "predictor.local_entries=8",
                                                "predictor.local_history_bits=4",
                                                "predictor.table_entries=16",
                                                "predictor.tag_bits=5",
                                                "predictor.max_history=300",
                                                "predictor.loop_entries=4",
                                                "btb.entries=8",
                                                "return_stack.depth=3",
                                                "indirect.predictor=history",
                                                "indirect.entries=8"};
        Trainee p(settings, 16);
        Chaos chaos(p, seed);
        chaos.run(3000);
        Trainee fresh(settings, 16);
        chaos.replay_survivors(fresh);
        CHECK(std::count(chaos.discarded.begin(), chaos.discarded.end(), true) > 100);
        CHECK(same_histories(p.state, fresh.state));
        CHECK(p.state.counters == fresh.state.counters);
        CHECK(p.state.local_counters == fresh.state.local_counters);
        CHECK(p.state.chooser == fresh.state.chooser);
        CHECK(p.state.weights == fresh.state.weights);
        CHECK(p.state.tage == fresh.state.tage);
        CHECK(p.state.loops == fresh.state.loops);
        CHECK(p.state.targets == fresh.state.targets);
        CHECK(p.state.indirect == fresh.state.indirect);
      }
}

TEST_CASE("repair: folded histories are those folded from the history itself") {
  machine::DirectionTables tables;
  tables.tables = 5;
  tables.max_history = 200;
  tables.tag_bits = 9;
  const Tage unit(tables, 1);
  GlobalHistory history;
  TageFolds folds;
  std::mt19937 random(3);
  for (int i = 0; i < 1000; ++i) {
    const bool taken = random() % 2 == 0;
    unit.push(folds, history, taken);
    history.push(taken);
  }
  // A direction of age a has been shifted a times in a register of w bits that turns: it is at bit
  // a mod w.
  for (unsigned t = 0; t < unit.tables(); ++t) {
    unsigned index = 0;
    unsigned tag = 0;
    for (unsigned age = 0; age < unit.history_length(t); ++age) {
      index ^= (history.at(age) ? 1U : 0U) << age % 10;
      tag ^= (history.at(age) ? 1U : 0U) << age % 9;
    }
    CHECK(folds.index[t] == index);
    CHECK(folds.tag[t] == tag);
  }
}

TEST_CASE("predictor state: a copy is a checkpoint that shares what has not changed") {
  Trainee p({"branch.predictor=tage", "btb.entries=512", "return_stack.depth=8"});
  std::mt19937 random(5);
  const auto train = [&p](std::mt19937& with, unsigned branches) {
    unsigned misses = 0;
    for (unsigned n = 0; n < branches; ++n) {
      const isa::Instruction i = random_control(with);
      misses += p.train(i, random_outcome(i, with)) ? 0 : 1;
    }
    return misses;
  };
  train(random, 2000);
  const PredictorState saved = p.state;
  std::mt19937 once(9);
  const unsigned misses = train(once, 2000);
  const PredictorState after = p.state;
  p.state = saved;
  std::mt19937 twice(9);
  CHECK(train(twice, 2000) == misses);
  CHECK(p.state.tage == after.tage);
  CHECK(p.state.counters == after.counters);
  CHECK(same_histories(p.state, after));
  CHECK_FALSE(saved.tage == after.tage);
}
