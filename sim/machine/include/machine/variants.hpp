#pragma once

#include "base/result.hpp"
#include "machine/description.hpp"

#include <memory>
#include <vector>

namespace stallscope::machine {

struct Value;

/// Machines that differ from a base machine in some settings. The base machine's file is parsed
/// once.
class MachineVariants {
public:
  explicit MachineVariants(const Machine& machine);

  /// As with_settings().
  [[nodiscard]] Result<Machine> with(const std::vector<Setting>& settings) const;

private:
  std::shared_ptr<const Origin::Source> source_;
  std::shared_ptr<const Value> tree_; ///< tree of the machine's text, without settings
};

} // namespace stallscope::machine
