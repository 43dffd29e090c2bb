#include "asm/section.hpp"
#include "asm/text/expression.hpp"

#include <utility>

namespace stallscope::isa::assembly {

SymbolId Symbols::refer(std::string_view name) {
  const auto [it, fresh] = names_.try_emplace(name, static_cast<SymbolId>(entries_.size()));
  if (fresh) {
    entries_.emplace_back();
    entries_.back().name = name;
  }
  return it->second;
}

SymbolId Symbols::refer_local(std::uint64_t number, bool forward, const Place& place) {
  auto& labels = forward ? local_forward_ : local_back_;
  const auto it = labels.find(number);
  if (it != labels.end())
    return it->second;
  const auto id = static_cast<SymbolId>(entries_.size());
  entries_.emplace_back();
  entries_.back().defined = place;
  // An undefined backward reference remains undefined and is reported; the next reference must not
  // find it.
  if (forward)
    labels.emplace(number, id);
  return id;
}

std::optional<SymbolId> Symbols::define(std::string_view name, bool again) {
  const SymbolId id = refer(name);
  if (entries_[id].kind == SymbolKind::undefined)
    return id;
  if (!again)
    return std::nullopt;
  const auto next = static_cast<SymbolId>(entries_.size());
  entries_.emplace_back();
  entries_.back().name = name;
  names_[name] = next;
  return next;
}

SymbolId Symbols::define_local(std::uint64_t number) {
  SymbolId id = static_cast<SymbolId>(entries_.size());
  if (const auto it = local_forward_.find(number); it != local_forward_.end()) {
    id = it->second;
    local_forward_.erase(it);
  } else {
    entries_.emplace_back();
  }
  const bool again = !local_back_.insert_or_assign(number, id).second;
  if (again)
    local_repeated_.insert(number);
  return id;
}

SymbolId Symbols::add_nameless() {
  entries_.emplace_back();
  return static_cast<SymbolId>(entries_.size() - 1);
}

std::optional<SymbolId> Symbols::numbered_line(std::uint64_t number) const {
  const auto it = local_back_.find(number);
  if (it == local_back_.end() || local_repeated_.contains(number))
    return std::nullopt;
  return it->second;
}

std::optional<SymbolId> Symbols::find(std::string_view name) const {
  const auto it = names_.find(name);
  return it == names_.end() ? std::nullopt : std::optional(it->second);
}

Expr Symbols::symbol_plus(SymbolId symbol, std::int64_t offset) {
  const auto first = static_cast<std::uint32_t>(items_.size());
  items_.push_back({Item::Kind::symbol, 0, symbol, kAbsolute});
  if (offset != 0) {
    items_.push_back({Item::Kind::number, 0, offset, kAbsolute});
    items_.push_back({Item::Kind::binary, punctuator('+'), 0, kAbsolute});
  }
  return {first, static_cast<std::uint32_t>(items_.size()) - first, 0};
}

Expr Symbols::here(const Value& value) {
  const auto first = static_cast<std::uint32_t>(items_.size());
  items_.push_back({Item::Kind::number, 0, value.number, value.section});
  return {first, 1, 0};
}

std::optional<SymbolId> Symbols::sole_symbol(const Expr& expr) const {
  if (expr.count != 1 || items_[expr.first].kind != Item::Kind::symbol)
    return std::nullopt;
  return static_cast<SymbolId>(items_[expr.first].number);
}

std::optional<Value> Symbols::fail(ValueError why, SymbolId culprit) {
  why_ = why;
  culprit_ = culprit;
  return std::nullopt;
}

Value Symbols::placed(Value value) const {
  if (value.section != kAbsolute && static_cast<std::size_t>(value.section) < bases_.size()) {
    value.number += bases_[static_cast<std::size_t>(value.section)];
    value.section = kAbsolute;
  }
  return value;
}

std::optional<Value> Symbols::value_of(SymbolId id) {
  SymbolEntry& entry = entries_[id];
  if (entry.kind == SymbolKind::undefined)
    return fail(ValueError::undefined, id);
  if (entry.kind == SymbolKind::label || entry.known) {
    leads_to_code_ |= entry.known ? entry.leads_to_code : entry.value.section == kText;
    return placed(entry.value);
  }
  if (entry.evaluating || depth_ >= kMaxExpressionDepth)
    return fail(ValueError::circular, id);
  entry.evaluating = true;
  ++depth_;
  const bool outer_leads_to_code = std::exchange(leads_to_code_, false);
  const std::optional<Value> value = evaluate(entry.expr);
  entry.leads_to_code = std::exchange(leads_to_code_, leads_to_code_ || outer_leads_to_code);
  --depth_;
  entry.evaluating = false;
  if (value) { // its operands never change again: without this, a chain of doublings takes 2^n
               // steps
    entry.known = true;
    entry.value = *value;
  }
  return value;
}

std::optional<Value> Symbols::evaluate(const Expr& expr) {
  if (depth_ == 0)
    leads_to_code_ = false;
  if (expr.is_constant())
    return Value{expr.constant, kAbsolute};
  std::vector<Value> stack;
  for (std::uint32_t i = expr.first; i < expr.first + expr.count; ++i) {
    const Item item = items_[i];
    std::optional<Value> value;
    switch (item.kind) {
    case Item::Kind::number:
      leads_to_code_ |= item.section == kText;
      value = placed({item.number, item.section});
      break;
    case Item::Kind::symbol:
      value = value_of(static_cast<SymbolId>(item.number));
      break;
    case Item::Kind::unary:
      value = apply_unary(item.op, stack.back());
      stack.pop_back();
      break;
    case Item::Kind::binary: {
      const Value b = stack.back();
      stack.pop_back();
      value = apply(item.op, stack.back(), b);
      stack.pop_back();
      break;
    }
    }
    if (!value)
      return std::nullopt;
    stack.push_back(*value);
  }
  return stack.back();
}

std::optional<Value> Symbols::apply_unary(std::uint64_t op, const Value& a) {
  if (op == punctuator('+'))
    return a;
  if (a.section != kAbsolute)
    return fail(ValueError::not_constant);
  const auto bits = static_cast<std::uint64_t>(a.number);
  switch (op) {
  case punctuator('-'):
    return Value{static_cast<std::int64_t>(0 - bits), kAbsolute};
  case punctuator('~'):
    return Value{~a.number, kAbsolute};
  default: // '!'
    return Value{a.number == 0 ? 1 : 0, kAbsolute};
  }
}

std::optional<Value> Symbols::apply(std::uint64_t op, const Value& a, const Value& b) {
  const auto x = static_cast<std::uint64_t>(a.number);
  const auto y = static_cast<std::uint64_t>(b.number);
  if (op == punctuator('+') && (a.section == kAbsolute || b.section == kAbsolute))
    return Value{static_cast<std::int64_t>(x + y), a.section == kAbsolute ? b.section : a.section};
  if (op == punctuator('-') && (b.section == kAbsolute || a.section == b.section))
    return Value{static_cast<std::int64_t>(x - y), b.section == kAbsolute ? a.section : kAbsolute};
  if (a.section != kAbsolute || b.section != kAbsolute)
    return fail(ValueError::not_constant);
  const auto number = [](std::uint64_t bits) {
    return Value{static_cast<std::int64_t>(bits), kAbsolute};
  };
  // True is -1 as in GNU as, so that it can serve as a mask.
  const auto truth = [&number](bool yes) { return number(yes ? ~0ULL : 0); };
  switch (op) {
  case punctuator('*'):
    return number(x * y);
  case punctuator('/'):
  case punctuator('%'):
    if (y == 0)
      return fail(ValueError::zero_division);
    if (b.number == -1) // the only overflowing quotient wraps around
      return number(op == punctuator('/') ? 0 - x : 0);
    return Value{op == punctuator('/') ? a.number / b.number : a.number % b.number, kAbsolute};
  case punctuator('<', '<'):
    return number(y < 64 ? x << y : 0);
  case punctuator('>', '>'):
    return number(y < 64 ? x >> y : 0);
  case punctuator('&'):
    return number(x & y);
  case punctuator('|'):
    return number(x | y);
  case punctuator('^'):
    return number(x ^ y);
  case punctuator('=', '='):
    return truth(x == y);
  case punctuator('!', '='):
    return truth(x != y);
  case punctuator('<'):
    return truth(a.number < b.number);
  case punctuator('>'):
    return truth(a.number > b.number);
  case punctuator('<', '='):
    return truth(a.number <= b.number);
  case punctuator('>', '='):
    return truth(a.number >= b.number);
  case punctuator('&', '&'):
    return number(x != 0 && y != 0 ? 1 : 0);
  default: // '||'
    return number(x != 0 || y != 0 ? 1 : 0);
  }
}

} // namespace stallscope::isa::assembly
