#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::cli {

/// What `graph` is asked for. Words as typed; they are read by the command.
struct GraphArguments {
  std::string file;
  std::string dimensions;    ///< "batch=4": sizes of an ONNX model's dimensions
  std::string compare;       ///< another graph; empty: none
  std::string differentiate; ///< names with commas
  std::string wrt;           ///< names with commas; empty: all params and inputs
  std::string mode = "reverse";
  std::string passes; ///< names with commas, or all
  std::string rules;  ///< file; empty: those that come with the program
  std::string style = "static";
  std::uint32_t devices = 1;
  std::uint32_t streams = 1;
  std::string order = "list";
  std::string times; ///< file with measured times
  std::uint64_t launch = 2;
  std::uint64_t graph_launch = 2;
  std::uint64_t flop_per_tick = 1000;
  std::uint64_t bytes_per_tick = 1000;
  std::uint64_t copy_bytes_per_tick = 0;
  std::uint64_t link_bytes_per_tick = 500;
  bool pageable = false;
  std::uint64_t memory_limit = 0;
  std::uint64_t fast_memory = 0; ///< bytes; 0: no limit
  std::optional<int> decimals;
  std::uint64_t orders = 0; ///< legal orders to list
  double optimal_seconds = 0;
  bool memory = false;
  std::string checkpoint; ///< sqrt or optimal; empty: none
  std::uint32_t slots = 3;
  std::uint64_t page = 2'097'152;
  std::string distribute;   ///< "x:0,A:1": values and axes; empty: none
  std::string train_output; ///< file for the plan of 'train'; empty: none
  std::uint32_t stages = 4;
  std::string tune; ///< a matmul; empty: none
  std::string machine = "ooo-4";
  std::string search = "evolutionary";
  std::uint32_t budget = 100;
  std::string program_output; ///< file for the best program; empty: none
  std::string naive_output;   ///< file for the naive program; empty: none
  std::string heat_map;       ///< file for a picture of the points; empty: none
  bool table = false;
  bool diagram = false;
  bool ledger = false;
  bool graph = false;
  bool dispatch = false;
  bool stats = false;
  bool values = false;
  bool list = false;
  bool describe = false;
  std::string ticks; ///< "10:40", counted from 1
};

} // namespace stallscope::cli
