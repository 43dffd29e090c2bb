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

/// Registers that a book calls by a letter, Rx, Ry, Rd, Rs1 or Fx: each is a register that the text
/// does not name otherwise.
class LetterRegisters {
public:
  LetterRegisters() = default;
  /// `named` tells the notation's own registers; `integers` and `fps` are taken in their order.
  LetterRegisters(std::string_view text,
                  const std::function<std::optional<RegId>(std::string_view)>& named,
                  std::span<const RegId> integers, std::span<const RegId> fps);

  /// nullopt: it is no such name, or no register is left for it.
  [[nodiscard]] std::optional<RegId> find(std::string_view name);
  /// Of a register that is called by a letter; empty for others.
  [[nodiscard]] std::string_view name_of(RegId reg) const;
  /// What each name that the program uses stands for. `text_of` tells the register's own name.
  void add_notes(std::string_view file, Diagnostics& said,
                 const std::function<std::string_view(RegId)>& text_of) const;

private:
  struct Named {
    std::string name;
    RegId reg = 0;
    bool is_used = false;
    std::uint32_t line = 0; ///< where it stands first
    std::uint32_t column = 0;
    std::string source_line;
  };
  std::vector<Named> all_;
};

} // namespace stallscope::isa
