#pragma once

#include "base/result.hpp"
#include "machine/description.hpp"

#include <memory>
#include <vector>

namespace stallscope::machine {

struct Value;

/// Machines that differ from one in some settings. Its file is read once, however many are made.
class MachineVariants {
public:
  explicit MachineVariants(const Machine& machine);

  /// As with_settings().
  [[nodiscard]] Result<Machine> with(const std::vector<Setting>& settings) const;

private:
  std::shared_ptr<const Origin::Source> source_;
  std::shared_ptr<const Value> tree_; ///< of its text, without settings
};

} // namespace stallscope::machine
