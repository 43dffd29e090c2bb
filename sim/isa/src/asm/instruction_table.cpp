#include "asm/instruction_table.hpp"

#include <algorithm>

namespace stallscope::isa::assembly {

InstructionTable::InstructionTable(std::vector<Row> rows) : rows_(std::move(rows)) {
  for (const Row& row : rows_) {
    std::vector<const Row*>& forms = forms_[row.mnemonic];
    if (forms.empty())
      mnemonics_.push_back(row.mnemonic);
    forms.push_back(&row);
  }
  // Among words equally close to a mistyped one, the first is suggested, independent of the order
  // of the table.
  std::sort(mnemonics_.begin(), mnemonics_.end());
}

std::span<const Row* const> InstructionTable::forms(std::string_view mnemonic) const {
  const auto it = forms_.find(mnemonic);
  return it == forms_.end() ? std::span<const Row* const>{}
                            : std::span<const Row* const>(it->second);
}

} // namespace stallscope::isa::assembly
