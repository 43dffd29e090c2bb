#include "asm/address_table.hpp"

#include "asm/assembler.hpp"

namespace stallscope::isa::assembly {

Expr AddressTable::entry_for(const Expr& value, Kind kind, const Place& place) {
  const auto symbol = symbols_.sole_symbol(value);
  const std::uint64_t key =
      symbol ? std::uint64_t{*symbol} << 8U | static_cast<std::uint64_t>(kind) : 0;
  if (symbol)
    if (const auto found = numbers_.find(key); found != numbers_.end())
      return symbols_.symbol_plus(entries_[found->second].slot, 0);
  if (symbol)
    numbers_[key] = entries_.size();
  entries_.push_back({value, kind, place, symbols_.add_nameless()});
  return symbols_.symbol_plus(entries_.back().slot, 0);
}

bool AddressTable::is_function(const Entry& entry) const {
  const auto symbol = symbols_.sole_symbol(entry.value);
  return symbol && (entry.kind == Kind::called || functions_.contains(symbols_[*symbol].name));
}

bool AddressTable::holds_page(const Entry& entry) const {
  if (entry.kind != Kind::either)
    return entry.kind == Kind::page;
  const auto symbol = symbols_.sole_symbol(entry.value);
  if (!symbol)
    return true; // a local symbol with an addend
  const SymbolEntry& of = symbols_[*symbol];
  return of.kind == SymbolKind::label && (!globals_.contains(of.name) || locals_.contains(of.name));
}

/// Behind the read-only data; the addresses in it are filled in like those in data.
void Assembler::place_address_table() {
  Section& section = sections_[kReadOnly];
  if (address_table_.entries().empty())
    return;
  constexpr std::uint64_t kBytes = AddressTable::kEntryBytes;
  section.skip((kBytes - section.size() % kBytes) % kBytes);
  address_table_begin_ = section.size();
  for (const AddressTable::Entry& entry : address_table_.entries()) {
    SymbolEntry& slot = symbols_[entry.slot];
    slot.kind = SymbolKind::label;
    slot.value = {static_cast<std::int64_t>(section.size()), kReadOnly};
    slot.defined = entry.place;
    const Section::Chunk& chunk = section.open_chunk();
    fixups_.push_back({kReadOnly, section.chunks().size() - 1, chunk.bytes.size(), kBytes,
                       entry.value, entry.place, DataFixup::Kind::address,
                       address_table_.holds_page(entry)});
    section.append(0, kBytes);
  }
}

std::int64_t Assembler::address_table() {
  const Value begin{static_cast<std::int64_t>(address_table_begin_), kReadOnly};
  return symbols_.evaluate(symbols_.here(begin))->number;
}

} // namespace stallscope::isa::assembly
