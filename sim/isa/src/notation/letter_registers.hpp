#pragma once

#include "base/result.hpp"
#include "isa/program.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa {

/// Registers that a book calls by letters, Rx, Ry, Rd, Rs1 or Fx: each is assigned to a register
/// that the text does not use otherwise.
class LetterRegisters {
public:
  LetterRegisters() = default;
  /// `named` recognizes registers of the notation; `integers` and `fps` are assigned in their
  /// order.
  LetterRegisters(std::string_view text,
                  const std::function<std::optional<RegId>(std::string_view)>& named,
                  std::span<const RegId> integers, std::span<const RegId> fps);

  /// nullopt: not such a name, or no register is left for it.
  [[nodiscard]] std::optional<RegId> find(std::string_view name);
  /// The letter name of a register; empty for other registers.
  [[nodiscard]] std::string_view name_of(RegId reg) const;
  /// Adds notes with the register assigned to each name. `text_of` returns the register's own name.
  void add_notes(std::string_view file, Diagnostics& said,
                 const std::function<std::string_view(RegId)>& text_of) const;

private:
  struct Named {
    std::string name;
    RegId reg = 0;
    bool is_used = false;
    std::uint32_t line = 0; ///< line of its first use
    std::uint32_t column = 0;
    std::string source_line;
  };
  std::vector<Named> all_;
};

} // namespace stallscope::isa
