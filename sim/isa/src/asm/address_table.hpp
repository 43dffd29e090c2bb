#pragma once

#include "asm/text/expression.hpp"

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace stallscope::isa::assembly {

/// The table from which position-independent code loads addresses (the global offset table): an
/// entry of 8 bytes, of which 32-bit code loads the lower half, for each symbol and kind.
class AddressTable {
public:
  enum class Kind : std::uint8_t {
    address, ///< the address itself
    page,    ///< its upper part, rounded so that adding the sign-extended low 16 bits gives it
    either,  ///< %got of 32-bit MIPS code: the page of a local symbol, to which %lo is added
    called,  ///< the address of a function
  };
  struct Entry {
    Expr value{};
    Kind kind = Kind::address;
    Place place{};
    SymbolId slot = 0; ///< the address of the entry
  };
  static constexpr unsigned kEntryBytes = 8;

  explicit AddressTable(Symbols& symbols) : symbols_(symbols) {}

  /// The address of the entry with this value, as an expression.
  Expr entry_for(const Expr& value, Kind kind, const Place& place);
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }

  /// A call of it goes through the table: .reloc ..., R_MIPS_JALR, name.
  void note_function(std::string_view name) { functions_.insert(name); }
  [[nodiscard]] bool is_function(const Entry& entry) const;
  void note_global(std::string_view name) { globals_.insert(name); }
  void note_local(std::string_view name) { locals_.insert(name); }
  [[nodiscard]] bool holds_page(const Entry& entry) const;

private:
  Symbols& symbols_;
  std::vector<Entry> entries_;
  std::unordered_map<std::uint64_t, std::size_t> numbers_; ///< by symbol and kind
  std::unordered_set<std::string_view> globals_;           ///< .globl, .comm
  std::unordered_set<std::string_view> locals_;            ///< .local
  std::unordered_set<std::string_view> functions_;
};

} // namespace stallscope::isa::assembly
