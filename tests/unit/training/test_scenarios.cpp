#include "training/jobs/rank_groups.hpp"
#include "training/models/model_file.hpp"
#include "training/scenarios/input.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <random>

using namespace stallscope;
using namespace stallscope::training;

namespace {

std::vector<LayerLoad> equal_layers(std::uint32_t count, Ticks forward, Ticks backward,
                                    std::uint64_t gradient, std::uint64_t activation = 1) {
  std::vector<LayerLoad> layers;
  for (std::uint32_t i = 1; i <= count; ++i)
    layers.push_back({std::to_string(i), forward, backward, gradient, gradient, activation, 0});
  return layers;
}

/// A lane over time: cells of its tasks, with . where it is idle and = while a task goes on.
std::string lane_cells(const Scenario& scenario, const TaskRun& run, const std::string& name) {
  std::vector<std::string> cells(run.makespan, ".");
  const TaskGraph& graph = scenario.graph;
  for (TaskId i = 0; i < graph.tasks().size(); ++i)
    if (graph.lanes()[graph.tasks()[i].lane].name == name)
      for (Ticks t = run.start[i]; t < run.end[i]; ++t)
        cells[t] = t == run.start[i] ? graph.tasks()[i].cell : "=";
  std::string out;
  for (const std::string& cell : cells)
    out += (out.empty() ? "" : " ") + cell;
  return out;
}

std::uint64_t peak_of(const Scenario& scenario, const TaskRun& run) {
  std::uint64_t peak = 0;
  for (const TaskMemory& level : task_memory(scenario.graph, run, scenario.held_bytes))
    peak = std::max(peak, level.bytes);
  return peak;
}

/// What holds of every run of a graph.
void check_run(const Scenario& scenario, const TaskRun& run) {
  const TaskGraph& graph = scenario.graph;
  for (TaskId i = 0; i < graph.tasks().size(); ++i) {
    CHECK(run.start[i] >= run.ready[i]);
    CHECK(run.end[i] == run.start[i] + graph.tasks()[i].duration);
    for (const TaskId needed : graph.needs(i))
      CHECK(run.end[needed] <= run.ready[i]);
  }
  for (std::uint16_t lane = 0; lane < graph.lanes().size(); ++lane) {
    if (graph.lanes()[lane].slots != 1)
      continue;
    std::vector<std::pair<Ticks, Ticks>> busy;
    Ticks sum = 0;
    for (TaskId i = 0; i < graph.tasks().size(); ++i)
      if (graph.tasks()[i].lane == lane && graph.tasks()[i].duration > 0) {
        busy.emplace_back(run.start[i], run.end[i]);
        sum += graph.tasks()[i].duration;
      }
    std::sort(busy.begin(), busy.end());
    for (std::size_t i = 1; i < busy.size(); ++i)
      CHECK(busy[i].first >= busy[i - 1].second);
    Ticks last = 0;
    for (const LaneGap& gap : lane_gaps(graph, run, lane)) {
      CHECK(gap.begin >= last);
      CHECK(gap.why != Reason::none);
      last = gap.end;
      sum += gap.end - gap.begin;
    }
    CHECK(sum == run.makespan); // busy and idle are all there is
  }
  std::string why;
  CHECK(task_record(graph, run, "x").ledger.balanced(&why));
  for (const TaskMemory& level : task_memory(graph, run, scenario.held_bytes))
    CHECK(level.bytes >= scenario.held_bytes);
}

} // namespace

TEST_CASE("data parallel: first in, first out against front layers first") {
  // Three layers, F = 1, B = 2, gradients of 4 ticks. B3 ends at 5, B2 at 7, B1 at 9. In order the
  // network sends G3, G2, G1 until 5 + 12 = 17, and the next F1 waits for all of them. By priority,
  // in slices of a tick, G1 goes first from 9 on and is there at 13; F1 begins, G2's last two
  // slices are there at 15, G3's at 17.
  DataParallelTask task;
  task.layers = equal_layers(3, 1, 2, 4);
  task.iterations = 2;
  const Scenario fifo = data_parallel(task);
  const TaskRun fifo_run = run_tasks(fifo.graph);
  check_run(fifo, fifo_run);
  CHECK(lane_cells(fifo, fifo_run, "device")
            .starts_with("F1 F2 F3 B3 = B2 = B1 = . . . . . . . . F1 F2 F3 B3 = B2 = B1 ="));
  CHECK(fifo_run.start[fifo.iterations[1]] == 17);
  task.order = GradientOrder::priority;
  task.slice_bytes = 1;
  task.barrier = false;
  const Scenario priority = data_parallel(task);
  const TaskRun run = run_tasks(priority.graph);
  check_run(priority, run);
  CHECK(lane_cells(priority, run, "device")
            .starts_with("F1 F2 F3 B3 = B2 = B1 = . . . . F1 . F2 . F3 B3 = B2 = B1 = . "));
  CHECK(lane_cells(priority, run, "network")
            .starts_with(". . . . . G3 G3 G2 G2 G1 G1 G1 G1 G2 G2 G3 G3 . . . G3 G3"));
  CHECK(run.start[priority.iterations[1]] == 13);
  // Nothing overlaps: all gradients together, behind B1.
  task.order = GradientOrder::behind;
  task.barrier = true;
  const Scenario behind = data_parallel(task);
  CHECK(run_tasks(behind.graph).start[behind.iterations[1]] == 9 + 12);
}

TEST_CASE("data parallel: buckets save latency and wait for their last layer") {
  DataParallelTask task;
  task.layers = equal_layers(4, 1, 2, 2);
  task.iterations = 1;
  task.all_reduce.latency = 3;
  // Alone: 2 + 3 ticks each, from 6 on (B4 ends): 6 + 4 * 5 = 26. Two and two: the first bucket is
  // complete with B3 at 8, 7 ticks each: 22.
  CHECK(run_tasks(data_parallel(task).graph).makespan == 26);
  task.bucket_bytes = 4;
  CHECK(run_tasks(data_parallel(task).graph).makespan == 22);
  task.bucket_bytes = 100; // one: 12 + 8 + 3
  CHECK(run_tasks(data_parallel(task).graph).makespan == 23);
}

TEST_CASE("sharded: parameters are gathered ahead, and dropped") {
  // Two layers, F = 2, B = 4, 2 bytes at 2 ticks each. A1 0-2, F1 2-4 while A2 2-4, F2 4-6, B2 6-10
  // with the parameters that are there. With a layer ahead A1 comes 6-8 (F2 has ended: only then is
  // a place free), R2 10-12, B1 10-14, R1 14-16.
  ShardedTask task;
  task.layers = equal_layers(2, 2, 4, 2);
  task.iterations = 1;
  task.copies = 2;
  const Scenario ahead = sharded_data_parallel(task);
  const TaskRun run = run_tasks(ahead.graph);
  check_run(ahead, run);
  CHECK(run.makespan == 16);
  CHECK(lane_cells(ahead, run, "device") == ". . F1 = F2 = B2 = = = B1 = = = . .");
  // Without: the gather of each layer is waited for, twice in the forward pass.
  task.prefetch = 0;
  CHECK(run_tasks(sharded_data_parallel(task).graph).makespan > 16);
  // Kept parameters are not gathered again.
  task.prefetch = 1;
  task.reshard = false;
  const Scenario kept = sharded_data_parallel(task);
  const TaskRun kept_run = run_tasks(kept.graph);
  CHECK(peak_of(kept, kept_run) >= peak_of(ahead, run));
  check_run(kept, kept_run);
}

TEST_CASE("tensor parallel: four all-reduces a layer") {
  // A 0-2, all-reduce 2-4, M 4-7, all-reduce 7-9; then I of the MLP 9-12, its all-reduce 12-14
  // while W runs 12-15, I of attention 15-17, all-reduce 17-19 while W runs 17-19.
  TensorParallelTask task;
  task.layers = 1;
  const Scenario plain = tensor_parallel(task);
  const TaskRun run = run_tasks(plain.graph);
  check_run(plain, run);
  CHECK(run.makespan == 19);
  CHECK(std::count_if(plain.graph.tasks().begin(), plain.graph.tasks().end(),
                      [](const Task& t) { return t.name.starts_with("all-reduce"); }) == 4);
  // The device waits for all others, in 2-4 and 7-9: a barrier, as of a plan with a model.
  std::map<Reason, Ticks> idle;
  for (std::uint16_t lane = 0; lane < plain.graph.lanes().size(); ++lane)
    if (plain.graph.lanes()[lane].is_device)
      for (const LaneGap& gap : lane_gaps(plain.graph, run, lane))
        idle[gap.why] += gap.end - gap.begin;
  CHECK(idle == std::map<Reason, Ticks>{{Reason::barrier, 4}});
  // Tiles: communication hides in the computation of the next tile; never slower without latency.
  Ticks before = run.makespan;
  for (const std::uint32_t tiles : {2U, 4U, 8U}) {
    task.attention = task.mlp = 8;
    task.activation_bytes = 8;
    task.tiles = 1;
    const Ticks whole = run_tasks(tensor_parallel(task).graph).makespan;
    task.tiles = tiles;
    const Ticks tiled = run_tasks(tensor_parallel(task).graph).makespan;
    CHECK(tiled < whole);
    CHECK((tiles == 2 || tiled <= before));
    before = tiled;
  }
  task.sequence_parallel = true;
  check_run(tensor_parallel(task), run_tasks(tensor_parallel(task).graph));
  // Two tiles, 4 ticks a product, 2 a gather of all: rows of the first tile are there at 1, its
  // product is 1-3, the second 3-5 (gathered 1-2), its reduce-scatter 5-6; then the next block.
  task.attention = task.mlp = 4;
  task.activation_bytes = 4;
  task.all_gather = {0, 1, 2};
  task.tiles = 2;
  const Scenario tiled = tensor_parallel(task);
  const TaskRun tiled_run = run_tasks(tiled.graph);
  check_run(tiled, tiled_run);
  std::vector<Ticks> starts; // of the forward passes
  for (TaskId i = 0; i < tiled.graph.tasks().size(); ++i)
    if (std::string_view(tiled.graph.tasks()[i].kind) == "forward")
      starts.push_back(tiled_run.start[i]);
  CHECK(starts == std::vector<Ticks>{1, 3, 7, 9});
}

TEST_CASE("offload: keeping, computing again and swapping") {
  OffloadTask task;
  task.layers = equal_layers(4, 2, 4, 1, 4);
  for (LayerLoad& layer : task.layers)
    layer.kept_bytes = 1;
  task.wire = {0, 1, 4}; // a byte takes a quarter of a tick: nothing waits
  const auto run = [&](KeepActivations how) {
    task.activations = how;
    Scenario scenario = offload(task);
    TaskRun done = run_tasks(scenario.graph);
    check_run(scenario, done);
    return std::pair(done.makespan, peak_of(scenario, done));
  };
  const auto kept = run(KeepActivations::keep);
  const auto again = run(KeepActivations::recompute);
  const auto swapped = run(KeepActivations::swap);
  CHECK(kept.first == 4 * (2 + 4));
  CHECK(again.first == 4 * (2 + 2 + 4));
  CHECK(swapped.first == kept.first);
  CHECK(kept.second == 4 + 4 * 4 + 1); // states, activations, a gradient
  CHECK(again.second == 4 + 4 * 1 + 3 + 1);
  CHECK(swapped.second < kept.second);
  // A slow link stretches swapping only.
  task.wire = {0, 10, 1};
  CHECK(run(KeepActivations::keep).first == kept.first);
  CHECK(run(KeepActivations::swap).first > again.first);
}

TEST_CASE("offload: a forward pass waits for the memory of activations that leave") {
  // A layer leaves in 8 ticks. F0 0-1, F1 1-2, and from then on a layer follows each that has left:
  // F2 9-10, F3 17-18 ... F7 49-50. B7 50-52. Layer 5, which has left at 49, is back at 60, layer
  // 6, which has left at 57, at 68; B6 68-70, B5 70-72. Layer 4 is back at 78, the next ones 8
  // ticks after each other, layer 0 at 110; B0 110-112.
  OffloadTask task;
  task.layers = equal_layers(8, 1, 2, 1, 8);
  const Scenario scenario = offload(task);
  const TaskRun run = run_tasks(scenario.graph);
  check_run(scenario, run);
  CHECK(run.makespan == 112);
  CHECK(peak_of(scenario, run) == 8 + 2 * 8 + 1); // states, two layers, a gradient
  Ticks waits = 0;
  for (const LaneGap& gap : lane_gaps(scenario.graph, run, 0))
    if (gap.why == Reason::memory_limit)
      waits += gap.end - gap.begin;
  CHECK(waits == 7 * 6); // between F1 and F7
  task.resident = 8;
  const Scenario wide = offload(task);
  CHECK(peak_of(wide, run_tasks(wide.graph)) == 8 + 8 * 8 + 1);
}

TEST_CASE("offload: the optimizer on the host keeps the next forward pass waiting") {
  OffloadTask task;
  task.layers = equal_layers(2, 1, 2, 1);
  task.activations = KeepActivations::keep;
  task.iterations = 2;
  task.offload_optimizer = true;
  task.host_step = 3;
  const Scenario scenario = offload(task);
  const TaskRun run = run_tasks(scenario.graph);
  check_run(scenario, run);
  // B1 ends at 6: gradient out 7, step 7 + 3 (the one of layer 2 has ended at 8: 5, then 8 to 11),
  // parameters back at 12.
  CHECK(run.start[scenario.iterations[1]] == 12);
}

TEST_CASE("input: reads, caches and prefetching") {
  InputTask task;
  const InputScenario random = input_pipeline(task);
  const TaskRun run = run_tasks(random.scenario.graph);
  check_run(random.scenario, run);
  // A batch: four reads of 1 + 1 ticks, 4 of preprocessing, 4 of training; the reads are the
  // bottleneck: 8 batches of 8 ticks, then the last one's 4 + 4.
  CHECK(run.makespan == 8 * 8 + 4 + 4);
  CHECK(random.reads == 32);
  // 1 + 4 ticks a batch; of the two that are in flight the later one is read when the step before
  // the other has ended: steps end at 13, 18, 26, 31, 39, 44, 52 and 57.
  task.merged = true;
  CHECK(run_tasks(input_pipeline(task).scenario.graph).makespan == 57);
  task.prefetch = 3; // the reads are the bottleneck
  CHECK(run_tasks(input_pipeline(task).scenario.graph).makespan == 8 * 5 + 4 + 4);
  task.cache = 16;
  const InputScenario cached = input_pipeline(task);
  CHECK(cached.reads == 16);
  CHECK(cached.hits == 16);
  task.policy = CachePolicy::keep;
  task.cache = 8; // half of every epoch after the first
  CHECK(input_pipeline(task).hits == 8);
  // Nothing loaded ahead: everything of a batch is one after the other.
  task = {};
  task.prefetch = 0;
  CHECK(run_tasks(input_pipeline(task).scenario.graph).makespan == 8 * (8 + 4 + 4));
  task.stored_percent = 50;
  CHECK(input_pipeline(task).bytes == 32); // a byte is the least
}

TEST_CASE("parameter server: synchronous, asynchronous, all-reduce") {
  ServerTask task;
  task.compute = {4, 4, 4, 8};
  const auto makespan = [&](Synchrony how) {
    task.synchrony = how;
    const ServerScenario scenario = parameter_server(task);
    const TaskRun run = run_tasks(scenario.scenario.graph);
    check_run(scenario.scenario, run);
    const auto stale = staleness_of(scenario, run);
    const std::uint32_t most = stale.empty() ? 0 : *std::max_element(stale.begin(), stale.end());
    return std::tuple(run.makespan, most);
  };
  // Sync: four pulls of 2 ticks one after the other, the straggler's 8, its push: 18 an iteration.
  CHECK(makespan(Synchrony::sync) == std::tuple(Ticks{4 * 18}, 0U));
  const auto [free_running, stale] = makespan(Synchrony::async);
  CHECK(free_running < 4 * 18);
  CHECK(stale > 0);
  // Ring: 8 ticks of the straggler and 2 * 3 steps of 2 / 4 bytes.
  task.all_reduce = {0, 6, 4};
  CHECK(std::get<0>(makespan(Synchrony::all_reduce)) == 4 * (8 + 3));
  CHECK(std::get<1>(makespan(Synchrony::bounded)) <= stale + 3);
}

// Device 0 runs a (2 ticks), then waits for c, which follows b on device 1, and b a: ticks 3 to 8,
// of which b takes 3 and c, behind a message of 1 on the link, 2.
TEST_CASE("tasks: the chain of causes of a wait goes back to its begin") {
  TaskGraph graph;
  const auto lane = [&graph](const char* name) {
    return graph.add_lane({name, Dispatch::in_order, 1, true});
  };
  const std::uint16_t one = lane("device 0");
  const std::uint16_t two = lane("device 1");
  const std::uint16_t link = lane("link");
  const auto task = [&graph](const char* name, std::uint16_t where, Ticks ticks,
                             std::vector<TaskId> needs) {
    Task made;
    made.name = name;
    made.kind = "work";
    made.lane = where;
    made.duration = ticks;
    const TaskId id = graph.add(std::move(made));
    for (const TaskId needed : needs)
      graph.need(id, needed);
    return id;
  };
  const TaskId a = task("a", one, 2, {});
  const TaskId b = task("b", two, 3, {a});
  const TaskId sent = task("sent", link, 1, {b});
  const TaskId c = task("c", two, 2, {sent});
  (void)task("d", one, 1, {c});
  const TaskRun run = run_tasks(graph);
  const std::vector<LaneGap> gaps = lane_gaps(graph, run, one);
  REQUIRE_FALSE(gaps.empty());
  CHECK(gaps.front().begin == 2);
  CHECK(gaps.back().end == 8);
  const std::vector<TaskLink> links =
      why_lane_waits(graph, run, one, {2, 8, Reason::none, kNoTask});
  REQUIRE(links.size() == 3);
  CHECK(links[0].task == c);
  CHECK(links[1].task == sent);
  CHECK(links[2].task == b);
  CHECK(links[2].begin == 2);
  CHECK(links[0].end == 8);
  // The second device waits at the end for d, which ends last.
  const std::vector<TaskLink> drained =
      why_lane_waits(graph, run, two, {8, 9, Reason::drain, kNoTask});
  REQUIRE(drained.size() == 1);
  CHECK(graph.tasks()[drained[0].task].name == "d");
}

TEST_CASE("scenarios: on random sizes runs are legal, and busy and idle are all there is") {
  std::mt19937 random(25);
  const auto below = [&random](std::uint32_t n) {
    return static_cast<std::uint32_t>(random() % n);
  };
  for (int round = 0; round < 60; ++round) {
    std::vector<LayerLoad> layers;
    for (std::uint32_t i = 1; i <= 1 + below(6); ++i) {
      const std::uint64_t activation = below(6);
      layers.push_back(
          {std::to_string(i), below(5), below(7), below(5), below(5), activation, activation / 2});
    }
    DataParallelTask data;
    data.layers = layers;
    data.order = static_cast<GradientOrder>(below(3));
    data.bucket_bytes = below(8);
    data.slice_bytes = below(4);
    data.barrier = below(2) == 0;
    data.all_reduce = {below(3), 1, 1};
    data.optimizer = below(3);
    const Scenario d = data_parallel(data);
    check_run(d, run_tasks(d.graph));
    ShardedTask sharded;
    sharded.layers = layers;
    sharded.prefetch = below(4);
    sharded.reshard = below(2) == 0;
    const Scenario s = sharded_data_parallel(sharded);
    check_run(s, run_tasks(s.graph));
    OffloadTask off;
    off.layers = layers;
    off.iterations = 2;
    off.activations = static_cast<KeepActivations>(below(3));
    off.prefetch = below(4);
    off.offload_optimizer = below(2) == 0;
    const Scenario o = offload(off);
    check_run(o, run_tasks(o.graph));
    InputTask in;
    in.samples = 1 + below(20);
    in.batch = 1 + below(6);
    in.threads = static_cast<std::uint16_t>(1 + below(3));
    in.prefetch = below(4);
    in.cache = below(12);
    in.policy = static_cast<CachePolicy>(below(4));
    in.on_device = below(2) == 0;
    const InputScenario i = input_pipeline(in);
    check_run(i.scenario, run_tasks(i.scenario.graph));
  }
}

TEST_CASE("ranks: the lecture's 2 x 4 x 4 on 32 devices") {
  // 2 data parallel, 4 pipeline, 4 tensor parallel: as DeepSpeed and Megatron number them.
  const RankLayout layout{{4, 2, 4}, {Axis3D::tensor, Axis3D::data, Axis3D::pipeline}};
  CHECK(layout.ranks() == 32);
  using Groups = std::vector<std::vector<std::uint64_t>>;
  const Groups tensor = groups_along(layout, Axis3D::tensor);
  REQUIRE(tensor.size() == 8);
  CHECK(tensor[0] == std::vector<std::uint64_t>{0, 1, 2, 3});
  CHECK(tensor[7] == std::vector<std::uint64_t>{28, 29, 30, 31});
  const Groups data = groups_along(layout, Axis3D::data);
  REQUIRE(data.size() == 16);
  CHECK(data[0] == std::vector<std::uint64_t>{0, 4});
  CHECK(data[4] == std::vector<std::uint64_t>{8, 12});
  const Groups pipeline = groups_along(layout, Axis3D::pipeline);
  REQUIRE(pipeline.size() == 8);
  CHECK(pipeline[0] == std::vector<std::uint64_t>{0, 8, 16, 24});
  // Every rank is in exactly one group of each kind, in any order of the axes.
  for (const char* words :
       {"tensor-data-pipeline", "pipeline-data-tensor", "data-tensor-pipeline"}) {
    const auto order = rank_order_called(words);
    REQUIRE(order);
    for (const Axis3D axis : {Axis3D::tensor, Axis3D::data, Axis3D::pipeline}) {
      std::vector<std::uint64_t> all;
      for (const auto& group : groups_along({{4, 2, 4}, *order}, axis))
        all.insert(all.end(), group.begin(), group.end());
      std::sort(all.begin(), all.end());
      for (std::uint64_t rank = 0; rank < 32; ++rank)
        CHECK(all[rank] == rank);
    }
  }
  CHECK_FALSE(rank_order_called("tensor-data"));
  CHECK_FALSE(rank_order_called("tensor-tensor-data"));
}
