#pragma once

// Wake-up: every micro-op has a list of the operands that wait for its result, youngest consumer
// first, linked through the consumers (Operand). Waiting micro-ops are never polled.

#include "core/out_of_order/reorder_buffer.hpp"

namespace stallscope::core {

/// An operand of `consumer` is missing: it enters the wake-up list of its producer. The list is
/// sorted by age, so that the order of wake-up does not depend on the order of linking.
inline void enter_wake_up_list(ReorderBuffer& rob, Slot producer, Slot consumer, unsigned operand) {
  WindowOp& op = rob.ops[consumer];
  Slot* next = &rob.ops[producer].waiting_first;
  std::uint16_t* next_operand = &rob.ops[producer].waiting_operand;
  while (*next != kNoSlot && op.id < rob.ops[*next].id) {
    Operand& before = rob.ops[*next].operands[*next_operand];
    next = &before.next;
    next_operand = &before.next_operand;
  }
  op.operands[operand] = {producer, *next, *next_operand};
  *next = consumer;
  *next_operand = static_cast<std::uint16_t>(operand);
  op.missing = static_cast<std::uint16_t>(op.missing | 1U << operand);
}

/// Removes a missing operand of a micro-op from the wake-up list of its producer.
inline void leave_wake_up_list(ReorderBuffer& rob, Slot consumer, unsigned operand) {
  const Operand& mine = rob.ops[consumer].operands[operand];
  WindowOp& producer = rob.ops[mine.slot];
  if (producer.waiting_first == consumer && producer.waiting_operand == operand) {
    producer.waiting_first = mine.next;
    producer.waiting_operand = mine.next_operand;
    return;
  }
  Operand* before = &rob.ops[producer.waiting_first].operands[producer.waiting_operand];
  while (before->next != consumer || before->next_operand != operand)
    before = &rob.ops[before->next].operands[before->next_operand];
  before->next = mine.next;
  before->next_operand = mine.next_operand;
}

} // namespace stallscope::core
