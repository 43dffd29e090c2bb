#pragma once

#include "training/scenarios/scenario.hpp"

#include <cstdint>

namespace stallscope::training {

/// What a cache of samples does when it is full.
enum class CachePolicy : std::uint8_t {
  none, ///< nothing is kept
  lru,  ///< the sample that has not been used for longest makes room
  fifo, ///< the one that came first
  keep, ///< nothing makes room: what came first stays
};

/// Samples on their way from storage through loader threads to a device. In ticks; a byte takes
/// what the wires say.
struct InputTask {
  std::uint32_t samples = 16; ///< of the data set, in a new order every epoch
  std::uint32_t batch = 4;
  std::uint32_t epochs = 2;
  std::uint64_t sample_bytes = 1;     ///< as the device needs them
  std::uint32_t stored_percent = 100; ///< of them, in storage: compressed
  Ticks seek = 1;                     ///< of a read
  bool merged = false; ///< a batch is one read from a large file; else one read a sample
  WireCost storage{0, 1, 1};
  Ticks decompress = 0;        ///< of a sample, on a loader thread
  Ticks preprocess = 1;        ///< of a sample
  bool on_device = false;      ///< preprocessing takes the device instead of a loader thread
  Ticks device_preprocess = 1; ///< of a batch, there
  std::uint16_t threads = 1;
  std::uint32_t prefetch = 1; ///< batches loaded ahead of the one that is trained with
  std::uint32_t cache = 0;    ///< samples in host memory
  CachePolicy policy = CachePolicy::lru;
  WireCost copy{0, 0, 1}; ///< to the device
  Ticks step = 4;         ///< of a batch
  std::uint64_t seed = 1;
};

struct InputScenario {
  Scenario scenario;
  std::uint64_t reads = 0; ///< samples from storage
  std::uint64_t hits = 0;  ///< samples from the cache
  std::uint64_t bytes = 0; ///< from storage
};
[[nodiscard]] InputScenario input_pipeline(const InputTask& task);

/// When workers go on.
enum class Synchrony : std::uint8_t {
  sync,       ///< when all have sent their gradients
  async,      ///< when the server has taken their own
  bounded,    ///< async, but at most so many iterations ahead of the slowest
  all_reduce, ///< no server: gradients go round a ring
};

struct ServerTask {
  std::vector<Ticks> compute{4, 4, 4, 4}; ///< of an iteration, by worker
  std::uint32_t iterations = 4;
  std::uint64_t bytes = 2; ///< of gradients, and of parameters
  Synchrony synchrony = Synchrony::sync;
  std::uint32_t bound = 1;   ///< of bounded
  Ticks update = 0;          ///< on the server
  std::uint16_t servers = 1; ///< that share the parameters: each message is so much shorter
  WireCost wire;             ///< of the server's link, each direction
  WireCost all_reduce;       ///< of all_reduce
};

/// An update of the weights by one worker's gradients.
struct WorkerUpdate {
  std::uint32_t worker = 0;
  std::uint32_t iteration = 0;
  TaskId pull = kNoTask;   ///< parameters on their way to the worker
  TaskId update = kNoTask; ///< gradients are applied
};
struct ServerScenario {
  Scenario scenario;
  std::vector<WorkerUpdate> updates; ///< empty without a server
  bool together = false;             ///< gradients of an iteration are one update
};
[[nodiscard]] ServerScenario parameter_server(const ServerTask& task);
/// By update: others that came between its worker's pull and it; 0 where an iteration's are one.
[[nodiscard]] std::vector<std::uint32_t> staleness_of(const ServerScenario& scenario,
                                                      const TaskRun& run);

} // namespace stallscope::training
