// Singly linked lists whose nodes lie scattered in memory: building, reversing, merge sort by
// links, removal, and Josephus' circle. Every step waits for the load before it. About 4.9 million
// instructions (RV64GC).
#include "kernel.h"

enum { kNodes = 4096, kJosephus = 41 };

typedef struct Node {
  struct Node* next;
  uint32_t value;
} Node;

static Node pool[kNodes];
static Node* shuffled[kNodes];

static Node* build(uint32_t* state) {
  for (uint32_t i = 0; i < kNodes; ++i)
    shuffled[i] = &pool[i];
  for (uint32_t i = kNodes - 1; i > 0; --i) {
    const uint32_t j = next_random(state) % (i + 1);
    Node* const t = shuffled[i];
    shuffled[i] = shuffled[j];
    shuffled[j] = t;
  }
  Node* head = NULL;
  for (int i = 0; i < kNodes; ++i) {
    shuffled[i]->value = next_random(state) % 100000;
    shuffled[i]->next = head;
    head = shuffled[i];
  }
  return head;
}

static Node* reverse(Node* list) {
  Node* done = NULL;
  while (list != NULL) {
    Node* const rest = list->next;
    list->next = done;
    done = list;
    list = rest;
  }
  return done;
}

static Node* merge(Node* a, Node* b) {
  Node* head = NULL;
  Node** link = &head;
  while (a != NULL && b != NULL) {
    Node** const smaller = b->value < a->value ? &b : &a;
    *link = *smaller;
    link = &(*smaller)->next;
    *smaller = *link;
  }
  *link = a != NULL ? a : b;
  return head;
}

static Node* sort(Node* list) {
  if (list == NULL || list->next == NULL)
    return list;
  Node* middle = list;
  for (const Node* end = list->next; end != NULL && end->next != NULL; end = end->next->next)
    middle = middle->next;
  Node* const second = middle->next;
  middle->next = NULL;
  return merge(sort(list), sort(second));
}

static Node* without_multiples_of(Node* list, uint32_t divisor) {
  for (Node** link = &list; *link != NULL;)
    if ((*link)->value % divisor == 0)
      *link = (*link)->next;
    else
      link = &(*link)->next;
  return list;
}

static uint32_t checksum(const Node* list, uint32_t* length) {
  uint32_t sum = CHECKSUM_START;
  for (*length = 0; list != NULL; list = list->next, ++*length)
    sum = checksum_word(sum, list->value);
  return sum;
}

/// Of `count` people in a circle every third leaves; the place of the last.
static uint32_t josephus(uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    pool[i].value = i + 1;
    pool[i].next = &pool[(i + 1) % count];
  }
  Node* before = &pool[count - 1];
  while (before->next != before) {
    before = before->next->next;
    before->next = before->next->next;
  }
  return before->value;
}

int main(void) {
  uint32_t state = 1958, length;
  Node* list = NULL;
  int failures = 0;
  for (int round = 0; round < 4; ++round) {
    list = build(&state);
    const uint32_t first = checksum(list, &length);
    list = reverse(reverse(list));
    failures += checksum(list, &length) != first || length != kNodes;
    list = sort(reverse(list));
    for (const Node* node = list; node->next != NULL; node = node->next)
      failures += node->value > node->next->value;
  }
  out_checksum("sorted", checksum(list, &length));
  for (uint32_t divisor = 2; divisor < 20; ++divisor)
    list = without_multiples_of(list, divisor);
  out_checksum("thinned", checksum(list, &length));
  out_line("left", length);
  const uint32_t last = josephus(kJosephus);
  out_line("last of 41", last);
  out_line("last of 4096", josephus(kNodes));
  failures += last != 31; // the place Josephus took
  out_line("failures", failures);
  out_flush();
  return failures;
}
