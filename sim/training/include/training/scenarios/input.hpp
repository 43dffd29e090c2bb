#pragma once

#include "training/scenarios/scenario.hpp"

#include <cstdint>

namespace stallscope::training {

/// Replacement policy of a cache of samples.
enum class CachePolicy : std::uint8_t {
  none, ///< no cache
  lru,  ///< evicts the least recently used sample
  fifo, ///< evicts the oldest sample
  keep, ///< never evicts: the first samples stay
};

/// Samples loaded from storage through loader threads to a device. Times in ticks; per-byte costs
/// as in WireCost.
struct InputTask {
  std::uint32_t samples = 16; ///< samples in the data set, reshuffled every epoch
  std::uint32_t batch = 4;
  std::uint32_t epochs = 2;
  std::uint64_t sample_bytes = 1;     ///< decoded size of a sample
  std::uint32_t stored_percent = 100; ///< stored (compressed) size as a percentage of sample_bytes
  Ticks seek = 1;                     ///< seek time of each read
  bool merged = false; ///< one read per batch from a large file; otherwise one read per sample
  WireCost storage{0, 1, 1};
  Ticks decompress = 0;        ///< per sample, on a loader thread
  Ticks preprocess = 1;        ///< per sample
  bool on_device = false;      ///< preprocessing runs on the device instead of a loader thread
  Ticks device_preprocess = 1; ///< per batch, on the device
  std::uint16_t threads = 1;
  std::uint32_t prefetch = 1; ///< batches loaded ahead of the one used for training
  std::uint32_t cache = 0;    ///< samples cached in host memory
  CachePolicy policy = CachePolicy::lru;
  WireCost copy{0, 0, 1}; ///< host to device
  Ticks step = 4;         ///< training time of a batch
  std::uint64_t seed = 1;
};

struct InputScenario {
  Scenario scenario;
  std::uint64_t reads = 0; ///< samples read from storage
  std::uint64_t hits = 0;  ///< samples found in the cache
  std::uint64_t bytes = 0; ///< read from storage
};
[[nodiscard]] InputScenario input_pipeline(const InputTask& task);

/// When a worker may start its next iteration.
enum class Synchrony : std::uint8_t {
  sync,       ///< when all workers have sent their gradients
  async,      ///< when the server has applied the worker's own gradients
  bounded,    ///< async, but at most `bound` iterations ahead of the slowest worker
  all_reduce, ///< no server: ring all-reduce of gradients
};

struct ServerTask {
  std::vector<Ticks> compute{4, 4, 4, 4}; ///< per iteration, by worker
  std::uint32_t iterations = 4;
  std::uint64_t bytes = 2; ///< size of the gradients, and also of the parameters
  Synchrony synchrony = Synchrony::sync;
  std::uint32_t bound = 1;   ///< for bounded
  Ticks update = 0;          ///< time of an update on the server
  std::uint16_t servers = 1; ///< servers that share the parameters: each message is divided by
                             ///< their number
  WireCost wire;             ///< link of the server, each direction
  WireCost all_reduce;       ///< for all_reduce
};

/// An update of the weights with one worker's gradients.
struct WorkerUpdate {
  std::uint32_t worker = 0;
  std::uint32_t iteration = 0;
  TaskId pull = kNoTask;   ///< transfer of parameters to the worker
  TaskId update = kNoTask; ///< application of the gradients
};
struct ServerScenario {
  Scenario scenario;
  std::vector<WorkerUpdate> updates; ///< empty without a server
  bool together = false;             ///< the gradients of all workers of an iteration are one
                                     ///< update
};
[[nodiscard]] ServerScenario parameter_server(const ServerTask& task);
/// Staleness by update: other updates applied between the worker's pull and its own update; 0 where
/// an iteration is one update.
[[nodiscard]] std::vector<std::uint32_t> staleness_of(const ServerScenario& scenario,
                                                      const TaskRun& run);

} // namespace stallscope::training
