#include "plans.hpp"
#include "training/jobs/job.hpp"
#include "training/models/model_file.hpp"

#include <fmt/format.h>

#include <array>

using namespace stallscope;
using namespace stallscope::training;

namespace {

/// A device with round numbers: 10^12 FLOP/s, links of 10^9 bytes/s without latency.
Cluster round_cluster() {
  Cluster cluster;
  cluster.name = "round";
  cluster.devices_per_node = 8;
  cluster.flop_per_second = 1'000'000'000'000;
  cluster.memory = 1'000'000'000'000;
  cluster.memory_bytes_per_second = 1'000'000'000;
  cluster.inside = {0, 1'000'000'000};
  cluster.between = {1000, 500'000'000};
  cluster.host_bytes_per_second = 1'000'000'000;
  return cluster;
}

Job job_of(const std::string& model, std::uint64_t micro_batch) {
  Job job;
  auto loaded = load_model(model);
  REQUIRE(loaded.ok());
  job.model = *loaded;
  job.model.micro_batch = micro_batch;
  job.cluster = round_cluster();
  return job;
}

struct JobRan {
  Ran run;
  JobCosts costs;
};

JobRan run_job(const Job& job, Plan plan) {
  Result<JobCosts> costs = apply_job(job, plan);
  for (const Diagnostic& problem : costs.diagnostics())
    UNSCOPED_INFO(format(problem));
  REQUIRE(costs.ok());
  return {run_of(std::move(plan)), std::move(costs).value()};
}

} // namespace

TEST_CASE("jobs: GPT-3 on one device is what the lecture counts") {
  // A micro-batch of 128, all layers on a device: activations (L(5as^2 + 34hs) + 5hs + 4sv)b, and
  // 2, 2 and 12 bytes for each of 174,601,089,024 parameters.
  const Job job = job_of("gpt3", 128);
  const JobRan ran = run_job(job, plan_of("1f1b", 1, 1));
  const DeviceBytes peak = byte_peaks(ran.run.plan, ran.costs.bytes)[0].bytes;
  CHECK(peak.activations == lecture_activations(job.model).value);
  CHECK(fmt::format("{:.2f}", static_cast<double>(peak.activations) / (1ULL << 30)) == "32895.83");
  CHECK(peak.parameters == 2 * 174'601'089'024ULL);
  CHECK(peak.gradients == 2 * 174'601'089'024ULL);
  CHECK(peak.optimizer == 12 * 174'601'089'024ULL);
  CHECK(peak.workspace == 0);
}

TEST_CASE("jobs: parts have all parameters once, and the shared embedding twice") {
  for (const ModelInfo& info : models()) {
    const Job job = job_of(std::string(info.name), 1);
    INFO(info.name);
    for (const std::uint32_t p : {1U, 2U, 3U, 8U}) {
      Plan plan = plan_of("1f1b", p, 2);
      const auto costs = apply_job(job, plan);
      REQUIRE(costs.ok());
      std::uint64_t sum = 0;
      std::uint64_t flop = 0;
      for (const PartCosts& part : costs->parts) {
        sum += part.parameters.value;
        flop += part.forward_flop.value;
      }
      const Transformer& t = job.model.transformer;
      const bool twice = p > 1 && job.model.is_transformer() && t.style == TransformerStyle::gpt;
      CHECK(sum == parameters(job.model).value + (twice ? t.hidden * t.vocabulary : 0));
      CHECK(flop == forward_flop(job.model).value);
    }
  }
}

TEST_CASE("jobs: durations are FLOP over speed, and backward passes take twice") {
  // 10^12 FLOP/s: a FLOP takes 1/1000 ns.
  Job job = job_of("gpt2-small", 2);
  const JobRan one = run_job(job, plan_of("zb-h1", 2, 4));
  const PartCosts& first = one.costs.parts[0];
  CHECK(first.forward.ticks == (first.forward_flop.value + 999) / 1000);
  CHECK(first.backward.ticks == (2 * first.forward_flop.value + 999) / 1000);
  // Attention scores have no weights: 4bs^2h FLOP of each layer are missing from W.
  const std::uint64_t scores = 6 * 4ULL * 2 * 1024 * 1024 * 768;
  CHECK(first.forward_flop.value - first.weight_flop.value == scores);
  CHECK(first.input_gradient.ticks == (first.forward_flop.value + scores + 999) / 1000);
  // 2sbh bytes to the next device, both in a node: 10^9 bytes/s, a ns a byte.
  CHECK(one.costs.transfer_bytes == 2ULL * 1024 * 2 * 768);
  CHECK(one.run.plan.transfer == 2ULL * 1024 * 2 * 768);
  job.cluster.reached_percent = 50;
  CHECK(run_job(job, plan_of("zb-h1", 2, 4)).costs.parts[0].forward.ticks ==
        (2 * first.forward_flop.value + 999) / 1000);
}

TEST_CASE("jobs: tensor parallelism divides the work and adds four all-reduces a layer") {
  Job job = job_of("gpt2-small", 1);
  job.spread.tensor_parallel = 4;
  const PartCosts part = run_job(job, plan_of("1f1b", 2, 4)).costs.parts[0];
  // Ring: 2 * 3 steps of a quarter of 2sbh bytes, at a byte a ns.
  const std::uint64_t all_reduce = 2 * 3 * (2ULL * 1024 * 768 / 4);
  CHECK(part.forward.tensor_parallel == 2 * 6 * all_reduce);
  CHECK(part.backward.tensor_parallel == 2 * 6 * all_reduce);
  CHECK(part.forward.ticks == (part.forward_flop.value / 4 + 999) / 1000 + 2 * 6 * all_reduce);
  CHECK(part.weight_gradient.tensor_parallel == 0);
  job.spread.recompute = Recompute::full;
  CHECK(run_job(job, plan_of("1f1b", 2, 4)).costs.parts[0].recompute.tensor_parallel ==
        2 * 6 * all_reduce);
}

TEST_CASE("jobs: recomputation runs in front of each backward pass and holds a layer") {
  Job job = job_of("gpt2-small", 1);
  const std::uint64_t sbh = 1024ULL * 768;
  const std::uint64_t scores = 5ULL * 12 * 1024 * 1024;
  job.spread.recompute = Recompute::selective;
  JobRan ran = run_job(job, plan_of("1f1b", 2, 4));
  CHECK(ran.costs.parts[0].bytes.activation == 6 * 34 * sbh + sbh);
  CHECK(ran.costs.parts[0].bytes.recomputed == scores);
  // 4bs^2h FLOP of six layers at 10^12 FLOP/s.
  CHECK(ran.costs.parts[0].recompute.ticks == (6 * 4 * 1024 * sbh + 999) / 1000);
  CHECK(ran.run.accounts[0].work[static_cast<std::size_t>(Kind::recompute)] ==
        4 * ran.costs.parts[0].recompute.ticks);
  CHECK(byte_peaks(ran.run.plan, ran.costs.bytes)[0].bytes.workspace == scores);
  job.spread.recompute = Recompute::full;
  ran = run_job(job, plan_of("1f1b", 2, 4));
  CHECK(ran.costs.parts[0].bytes.activation == 6 * 2 * sbh + sbh);
  CHECK(ran.costs.parts[0].bytes.recomputed == 32 * sbh + scores);
  CHECK(ran.costs.parts[0].recompute.ticks == ran.costs.parts[0].forward.ticks);
  // With weight gradients of their own all layers are held until these have been computed.
  ran = run_job(job, plan_of("zb-h1", 2, 4));
  CHECK(ran.costs.parts[0].bytes.recomputed == 6 * (32 * sbh + scores));
}

TEST_CASE("jobs: ZeRO shares states, and reduces and gathers instead") {
  // 7.5 billion parameters on 64 devices, as the paper counts: see test_memory. Here by parts.
  Job job = job_of("megatron-7.5b", 1);
  job.spread.data_parallel = 64;
  const std::uint64_t all = parameters(job.model).value;
  const auto up = [](std::uint64_t bytes) { return (bytes + 63) / 64; };
  for (unsigned zero = 0; zero <= 3; ++zero) {
    job.spread.zero = zero;
    const JobRan ran = run_job(job, plan_of("1f1b", 1, 2));
    const DeviceBytes peak = byte_peaks(ran.run.plan, ran.costs.bytes)[0].bytes;
    CHECK(peak.parameters == (zero == 3 ? up(2 * all) : 2 * all));
    CHECK(peak.gradients == (zero >= 2 ? up(2 * all) : 2 * all));
    CHECK(peak.optimizer == (zero >= 1 ? up(12 * all) : 12 * all));
    const std::uint64_t layer = layer_parameters(job.model.transformer).value;
    CHECK(peak.workspace == (zero == 3 ? 6 * layer : zero == 2 ? 2 * layer : 0));
    CHECK((ran.costs.parts[0].forward.gather > 0) == (zero == 3));
    // 2 bytes a parameter in a ring of 64 nodes between nodes, 500 MB/s; all-reduce has twice the
    // steps of reduce-scatter.
    const std::uint64_t half = 63 * 1000 + (2 * all * 63 * 2 + 63) / 64;
    CHECK(ran.costs.parts[0].reduction ==
          (zero == 0 ? 2 * 63 * 1000 + (2 * all * 2 * 63 * 2 + 63) / 64 : half));
  }
}

TEST_CASE("jobs: reduction hides behind the backward pass but for the last layer") {
  Job job = job_of("gpt2-small", 1);
  job.spread.data_parallel = 2;
  job.overlap_gradients = false;
  const PartCosts alone = run_job(job, plan_of("1f1b", 2, 2)).costs.parts[1];
  CHECK(alone.exposed_reduction == alone.reduction);
  job.overlap_gradients = true;
  const PartCosts hidden = run_job(job, plan_of("1f1b", 2, 2)).costs.parts[1];
  const Ticks computed = hidden.backward.ticks / 6 * 5;
  CHECK(hidden.exposed_reduction ==
        std::max(hidden.reduction / 6, hidden.reduction - std::min(computed, hidden.reduction)));
  CHECK(hidden.exposed_reduction < alone.exposed_reduction);
}

TEST_CASE("jobs: what a device waits for during an operation is idle time, not work") {
  const auto idle = [](const Ran& ran, Reason why) { return ran.idle(0, why); };
  Job job = job_of("gpt2-small", 1);
  const JobRan plain = run_job(job, plan_of("1f1b", 1, 4));
  CHECK(plain.run.accounts[0].idle == 0);
  job.spread.offload_activations = true;
  job.cluster.host_bytes_per_second = 1'000'000'000;
  const JobRan swapped = run_job(job, plan_of("1f1b", 1, 4));
  const PartCosts& part = swapped.costs.parts[0];
  REQUIRE(part.forward.swap > 0);
  CHECK(idle(swapped.run, Reason::transfer) == 4 * (part.forward.swap + part.backward.swap));
  CHECK(swapped.run.accounts[0].busy == plain.run.accounts[0].busy);
  job = job_of("gpt2-small", 1);
  job.spread.tensor_parallel = 2;
  job.spread.data_parallel = 2;
  job.overlap_gradients = false;
  const JobRan shared = run_job(job, plan_of("1f1b", 1, 4));
  const PartCosts& of = shared.costs.parts[0];
  CHECK(idle(shared.run, Reason::barrier) ==
        4 * (of.forward.tensor_parallel + of.backward.tensor_parallel) + of.reduction);
  CHECK(shared.run.accounts[0].work[static_cast<std::size_t>(Kind::reduce_gradient)] == 0);
  // Counted up to a tick within the first all-reduce of F, F's work alone is work.
  const Ticks work = of.forward.ticks - of.forward.tensor_parallel;
  const auto begin =
      device_accounts(shared.run.plan, shared.run.verified, shared.run.run, work + 1);
  CHECK(begin[0].busy == work);
  CHECK(begin[0].idle == 1);
}

TEST_CASE("jobs: links of the pipeline follow from the ranks") {
  // Blocks of 4 devices in nodes of 8: pipeline devices 0 and 1 share a node, 1 and 2 do not.
  Job job = job_of("gpt2-small", 1);
  job.spread.tensor_parallel = 4;
  const Plan plan = run_job(job, plan_of("1f1b", 4, 4)).run.plan;
  const Ticks inside = 2ULL * 1024 * 768;
  CHECK(plan.transfers == std::vector<Ticks>{inside, 1000 + 2 * inside, inside, 0});
  CHECK(plan.transfer == 1000 + 2 * inside);
}

TEST_CASE("jobs: memory over time begins and ends with what is held all the time") {
  std::uint32_t checked = 0;
  for (const char* schedule : {"gpipe", "1f1b", "interleaved-1f1b", "chimera", "zb-h1", "zb-v",
                               "v-min", "dualpipe", "dualpipev", "pipedream", "pipedream-2bw"})
    for (const Recompute recompute : {Recompute::none, Recompute::selective, Recompute::full}) {
      Job job = job_of("gpt2-small", 1);
      job.spread.recompute = recompute;
      job.spread.data_parallel = 2;
      job.spread.zero = checked % 4;
      const JobRan ran = run_job(job, plan_of(schedule, 4, 8));
      INFO(schedule << ' ' << name(recompute));
      const auto peaks = byte_peaks(ran.run.plan, ran.costs.bytes);
      for (std::uint32_t device = 0; device < 4; ++device) {
        const auto curve = byte_curve(ran.run.plan, ran.costs.bytes, ran.run.run, device);
        std::uint64_t most = 0;
        Ticks last = 0;
        for (const BytesLevel& level : curve) {
          CHECK(level.time >= last);
          last = level.time;
          most = std::max(most, level.bytes.all());
        }
        CHECK(most <=
              peaks[device].bytes.all()); // what is freed and taken in one tick is one level
        const DeviceBytes& end = curve.back().bytes;
        CHECK(end.activations == 0);
        CHECK(end.workspace == 0);
        CHECK(end.parameters == curve.front().bytes.parameters);
        if (ran.run.plan.update == WeightUpdate::flush)
          CHECK(end.gradients == 0);
        const auto& account = ran.run.accounts[device];
        CHECK(account.busy + account.idle == ran.run.makespan());
      }
      ++checked;
    }
  CHECK(checked == 33);
}

TEST_CASE("jobs: activations in flight are the schedule's, in bytes") {
  const Job job = job_of("gpt2-small", 1);
  const JobRan ran = run_job(job, plan_of("1f1b", 4, 8));
  const auto peaks = byte_peaks(ran.run.plan, ran.costs.bytes);
  for (std::uint32_t device = 0; device < 4; ++device)
    CHECK(peaks[device].bytes.activations ==
          (4 - device) * ran.costs.parts[device].bytes.activation);
}

TEST_CASE("jobs: PipeDream keeps versions of its weights") {
  const Job job = job_of("gpt2-small", 1);
  const JobRan ran = run_job(job, plan_of("pipedream", 4, 8));
  const auto peaks = byte_peaks(ran.run.plan, ran.costs.bytes);
  for (std::uint32_t device = 0; device < 4; ++device)
    CHECK(peaks[device].bytes.parameters ==
          (4 - device) * ran.costs.parts[device].bytes.parameters);
}

TEST_CASE("jobs: out of memory names the operation, and remedies have been simulated") {
  Job job = job_of("gpt2-small", 4);
  const Plan plan = plan_of("gpipe", 2, 8);
  const JobRan ran = run_job(job, plan);
  const auto peaks = byte_peaks(ran.run.plan, ran.costs.bytes);
  CHECK_FALSE(out_of_memory(ran.run.plan, ran.costs.bytes, ran.run.run,
                            std::max(peaks[0].bytes.all(), peaks[1].bytes.all())));
  // Room for three of the eight activations.
  const PartBytes& part = ran.costs.parts[0].bytes;
  job.cluster.memory = part.parameters + part.optimizer + 3 * part.activation + part.gradients;
  const auto what = out_of_memory(ran.run.plan, ran.costs.bytes, ran.run.run, job.cluster.memory);
  REQUIRE(what);
  CHECK(what->device == 0);
  CHECK(name(ran.run.plan.operations[what->operation]) == "0F3");
  CHECK(what->time == 3 * ran.costs.parts[0].forward.ticks);
  const std::vector<Remedy> remedies = find_remedies(job, plan, 3);
  REQUIRE(remedies.size() == 3);
  for (std::size_t i = 0; i < remedies.size(); ++i) {
    INFO(remedies[i].change);
    CHECK(remedies[i].peak <= job.cluster.memory);
    CHECK((i == 0 || remedies[i].makespan >= remedies[i - 1].makespan));
  }
  // What a remedy says is what the simulation says.
  for (const Remedy& remedy : find_remedies(job, plan, 100))
    if (remedy.change == "--schedule 1f1b") {
      const JobRan other = run_job(job, plan_of("1f1b", 2, 8));
      CHECK(remedy.makespan == other.run.makespan());
      CHECK(remedy.peak == byte_peaks(other.run.plan, other.costs.bytes)[0].bytes.all());
    }
}

TEST_CASE("jobs: what does not go together is said") {
  Job job = job_of("gpt2-small", 1);
  Plan plan = plan_of("1f1b", 16, 16);
  const auto parts = apply_job(job, plan);
  REQUIRE_FALSE(parts.ok());
  CHECK(parts.diagnostics().front().message == "16 pipeline stages for 12 layers");
  job.cluster.devices = 32;
  job.spread.data_parallel = 2;
  Plan small = plan_of("1f1b", 4, 4);
  const auto devices = apply_job(job, small);
  REQUIRE_FALSE(devices.ok());
  CHECK(devices.diagnostics().front().message ==
        "2 data parallel x 1 tensor parallel x 4 pipeline devices are 8, and the cluster has 32");
  CHECK(load_cluster("a100x128")->devices == 128);
  CHECK_FALSE(load_cluster("a100x0").ok());
}

TEST_CASE("jobs: model FLOP utilisation of a pipeline without communication is its busy share") {
  Job job = job_of("resnet-50", 32); // no transfers: what layers hand on is not said
  job.cluster.inside = {0, ~0ULL >> 1};
  job.cluster.memory_bytes_per_second = ~0ULL >> 1;
  const JobRan ran = run_job(job, plan_of("1f1b", 4, 8));
  const JobRates rates = job_rates(job, ran.run.plan, ran.costs, ran.run.makespan());
  Ticks busy = 0;
  for (const DeviceAccount& account : ran.run.accounts)
    busy += account.busy;
  CHECK(rates.mfu ==
        Approx(static_cast<double>(busy) / (4.0 * static_cast<double>(ran.run.makespan())))
            .epsilon(1e-6));
  CHECK(rates.samples == 256);
}

TEST_CASE("jobs: ticks of several ns round durations up, and rates stay times") {
  Job job = job_of("gpt2-small", 1);
  const JobRan fine = run_job(job, plan_of("1f1b", 2, 4));
  job.tick = 1000;
  const JobRan coarse = run_job(job, plan_of("1f1b", 2, 4));
  const Durations& d = coarse.run.plan.stages[0].durations;
  CHECK(d.forward == (fine.run.plan.stages[0].durations.forward + 999) / 1000);
  CHECK(d.optimizer_step == (fine.run.plan.stages[0].durations.optimizer_step + 999) / 1000);
  CHECK(coarse.run.plan.transfer == (fine.run.plan.transfer + 999) / 1000);
  const double a = job_rates(job, coarse.run.plan, coarse.costs, coarse.run.makespan()).seconds;
  CHECK(a == Approx(static_cast<double>(fine.run.makespan()) / 1e9).epsilon(1e-4));
}

// ResNet-50 has 54 layers: 14, 14, 13 and 13 on four devices. The first cut is behind layer 14;
// what it keeps of a sample goes over 1 byte a ns inside a node.
TEST_CASE("stages of a list of layers send the output of their last layer") {
  Job job = job_of("resnet-50", 32);
  job.cluster.devices_per_node = 4;
  const JobRan ran = run_job(job, plan_of("1f1b", 4, 2));
  const std::array<std::size_t, 3> last{13, 27, 40};
  for (std::size_t s = 0; s < 3; ++s)
    CHECK(ran.run.plan.transfers[s] == 32 * job.model.layers[last[s]].activation_bytes);
  CHECK(ran.run.plan.transfers[0] > 0);
}
