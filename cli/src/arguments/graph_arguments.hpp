#pragma once

#include "graph/study/study.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stallscope::cli {

/// Arguments of `graph`.
struct GraphArguments : graph::StudyOptions {
  std::string file;
  std::vector<std::string> compare; ///< other graphs, eager, static, or options: "streams=1"
  std::string vary;                 ///< an option and its values: "slots=1,2,3"; empty: none
  std::string train_output;         ///< file for the plan of 'train'; empty: none
  std::string program_output;       ///< file for the best program; empty: none
  std::string naive_output;         ///< file for the naive program; empty: none
  std::string heat_map;             ///< file for a picture of the points; empty: none
  std::string database;             ///< stores the points of a tuned product; empty: none
  bool resume = false;              ///< continue with the points in the database
  std::optional<unsigned> jobs;     ///< processes that measure points; none: number of processors
  bool table = false;
  bool diagram = false;
  bool ledger = false;
  bool graph = false;
  bool dispatch = false;
  bool events = false;
  bool stats = false;
  bool values = false;
  bool list = false;
  bool describe = false;
  std::string ticks; ///< "10:40", counted from 1
};

} // namespace stallscope::cli
