#include "training/jobs/job.hpp"
#include "training/schedules/schedules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace stallscope::training {

namespace {

/// A job and the size of its plan, to which changes apply.
struct Candidate {
  Job job;
  std::string schedule;
  ScheduleSize size;
  bool own_order = true; ///< the plan's own orders, not regenerated ones
};

/// A change, named by its options; `apply` returns false if it has no effect or is invalid.
struct Change {
  std::string words;
  std::function<bool(Candidate&)> apply;
};

std::vector<Change> memory_changes(const Job& job) {
  std::vector<Change> changes;
  if (job.model.is_transformer())
    for (const Recompute what : {Recompute::selective, Recompute::full})
      changes.push_back({fmt::format("--recompute {}", name(what)), [what](Candidate& c) {
                           const bool more = c.job.spread.recompute < what;
                           c.job.spread.recompute = what;
                           return more;
                         }});
  for (const unsigned zero : {1U, 2U, 3U})
    changes.push_back({fmt::format("--zero {}", zero), [zero](Candidate& c) {
                         const bool more =
                             c.job.spread.zero < zero && c.job.spread.data_parallel > 1;
                         c.job.spread.zero = zero;
                         return more;
                       }});
  changes.push_back({"--sequence-parallel", [](Candidate& c) {
                       Spread& spread = c.job.spread;
                       const bool more = !spread.sequence_parallel && spread.tensor_parallel > 1;
                       spread.sequence_parallel = true;
                       return more;
                     }});
  changes.push_back({"--offload-optimizer", [](Candidate& c) {
                       return !std::exchange(c.job.spread.offload_optimizer, true);
                     }});
  changes.push_back({"--offload-activations", [](Candidate& c) {
                       return !std::exchange(c.job.spread.offload_activations, true);
                     }});
  return changes;
}

std::vector<Change> order_changes() {
  std::vector<Change> changes;
  for (const char* schedule : {"1f1b", "zb-h1", "v-half", "v-min"})
    changes.push_back({fmt::format("--schedule {}", schedule), [schedule](Candidate& c) {
                         if (c.schedule == schedule)
                           return false;
                         c.schedule = schedule;
                         c.size.chunks = 0;
                         c.own_order = false;
                         return true;
                       }});
  changes.push_back({"half the micro-batch, twice as many", [](Candidate& c) {
                       if (c.job.model.micro_batch % 2 != 0)
                         return false;
                       c.job.model.micro_batch /= 2;
                       c.size.micro_batches *= 2;
                       c.own_order = false;
                       return true;
                     }});
  changes.push_back(
      {"twice the tensor parallel devices, half the data parallel ones", [](Candidate& c) {
         Spread& spread = c.job.spread;
         if (spread.data_parallel % 2 != 0 || !c.job.model.is_transformer())
           return false;
         spread.data_parallel /= 2;
         spread.tensor_parallel *= 2;
         c.size.micro_batches *= 2;
         c.own_order = false;
         return true;
       }});
  return changes;
}

/// The simulated remedy; nothing when the candidate does not fit into memory.
std::optional<Remedy> measured(const Candidate& candidate, const Plan& own) {
  Plan plan = own;
  if (!candidate.own_order) {
    Result<Plan> made = make_plan(candidate.schedule, candidate.size);
    if (!made)
      return std::nullopt;
    plan = std::move(made).value();
  }
  const Result<JobCosts> costs = apply_job(candidate.job, plan);
  if (!costs)
    return std::nullopt;
  Remedy remedy;
  for (const BytesPeak& peak : byte_peaks(plan, costs->bytes))
    remedy.peak = std::max(remedy.peak, peak.bytes.all());
  if (remedy.peak > candidate.job.cluster.memory)
    return std::nullopt;
  const Verified verified = verify(plan);
  if (verified.problem_count > 0)
    return std::nullopt;
  const Execution run = simulate(plan, verified);
  if (run.deadlock)
    return std::nullopt;
  remedy.makespan = run.makespan;
  return remedy;
}

} // namespace

std::vector<Remedy> find_remedies(const Job& job, const Plan& plan, std::size_t most) {
  const bool generated = find_schedule(plan.schedule) != nullptr;
  std::vector<Change> changes = memory_changes(job);
  if (generated) {
    std::vector<Change> more = order_changes();
    changes.insert(changes.end(), more.begin(), more.end());
  }
  const Candidate start{job,
                        plan.schedule,
                        {plan.devices, plan.micro_batches, plan.replicas() > 1 ? 0 : plan.chunks},
                        true};
  std::vector<Remedy> remedies;
  const auto attempt = [&](const Candidate& candidate, std::string words) {
    if (auto remedy = measured(candidate, plan)) {
      remedy->change = std::move(words);
      remedies.push_back(std::move(*remedy));
    }
  };
  for (const Change& change : changes) {
    Candidate one = start;
    if (change.apply(one))
      attempt(one, change.words);
  }
  if (remedies.size() < most) // pairs of changes
    for (std::size_t i = 0; i < changes.size(); ++i)
      for (std::size_t j = i + 1; j < changes.size(); ++j) {
        Candidate both = start;
        const std::string first = changes[i].words.substr(0, changes[i].words.rfind(' '));
        if (changes[j].words.starts_with(first + " ") || !changes[i].apply(both) ||
            !changes[j].apply(both))
          continue; // both changes set the same option
        attempt(both, changes[i].words + " and " + changes[j].words);
      }
  std::stable_sort(remedies.begin(), remedies.end(),
                   [](const Remedy& a, const Remedy& b) { return a.makespan < b.makespan; });
  if (remedies.size() > most)
    remedies.resize(most);
  return remedies;
}

} // namespace stallscope::training
