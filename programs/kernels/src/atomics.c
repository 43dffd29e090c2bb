// Atomic operations as one thread sees them: counters, a lock, a lock-free stack, bit sets and
// exchanges, in 32 and (where there are) 64 bits. LR/SC loops and AMOs with every ordering. About
// 1.3 million instructions (RV64GC).
#include "kernel.h"

enum { kRounds = 10000, kNodes = 64 };

typedef struct Node {
  struct Node* next;
  uint32_t value;
} Node;

static Node pool[kNodes];
static Node* head;
static uint32_t histogram[16], lock;
static unsigned long words[4]; ///< as wide as a register

static void push(Node* node) {
  Node* top = __atomic_load_n(&head, __ATOMIC_RELAXED);
  do
    node->next = top;
  while (!__atomic_compare_exchange_n(&head, &top, node, 1, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
}

static Node* pop(void) {
  Node* top = __atomic_load_n(&head, __ATOMIC_ACQUIRE);
  while (top != NULL && !__atomic_compare_exchange_n(&head, &top, top->next, 1, __ATOMIC_ACQ_REL,
                                                     __ATOMIC_ACQUIRE)) {
  }
  return top;
}

/// The larger of two signed numbers stays in memory: a compare-and-swap loop.
static void raise_to(int32_t* most, int32_t value) {
  int32_t old = __atomic_load_n(most, __ATOMIC_RELAXED);
  while (old < value &&
         !__atomic_compare_exchange_n(most, &old, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
  }
}

static uint32_t words_round(uint32_t sum, uint32_t random) {
  const unsigned long value = random; // zero-extended: the same numbers whatever the width
  const unsigned long old[4] = {
      __atomic_fetch_add(&words[0], value & 0xffff, __ATOMIC_RELAXED),
      __atomic_fetch_xor(&words[1], value, __ATOMIC_ACQUIRE),
      __atomic_fetch_or(&words[2], 1ul << (random & 31), __ATOMIC_RELEASE),
      __atomic_exchange_n(&words[3], value, __ATOMIC_SEQ_CST)};
  if (random % 64 == 0)
    __atomic_fetch_and(&words[2], value, __ATOMIC_ACQ_REL);
  for (int i = 0; i < 4; ++i)
    sum = checksum_word(sum, (uint32_t)old[i]);
  return sum;
}

int main(void) {
  uint32_t state = 801, sum = CHECKSUM_START, in_use = 0;
  int32_t most = INT32_MIN;
  int failures = 0;
  for (uint32_t i = 0; i < kNodes; ++i) {
    pool[i].value = i;
    push(&pool[i]);
  }
  for (int round = 0; round < kRounds; ++round) {
    const uint32_t random = next_random(&state);
    __atomic_fetch_add(&histogram[random >> 28], 1, __ATOMIC_RELAXED);
    while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE) != 0)
      ++failures; // nobody else holds it
    ++in_use;
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
    Node* const a = pop();
    Node* const b = pop();
    sum = checksum_word(sum, a->value * 64 + b->value);
    push(random & 1 ? a : b);
    push(random & 1 ? b : a);
    raise_to(&most, (int32_t)random);
    sum = words_round(sum, random);
  }
  uint32_t total = 0, nodes = 0;
  for (int i = 0; i < 16; ++i)
    total += histogram[i];
  while (pop() != NULL)
    ++nodes;
  failures += total != kRounds || nodes != kNodes || in_use != kRounds;
  out_checksum("old values", sum);
  out_line("most", most);
  out_line("total", total);
  out_line("failures", failures);
  out_flush();
  return failures;
}
