// Counts words with the C library: malloc, realloc and free of many small blocks, qsort, printf
// with text, integers and floating point. The text is made here; `words -` (Linux) reads it from
// standard input instead. About 4.2 million instructions (RV64GC).
#include "kernel.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum { kBuckets = 257, kWords = 6000 };

typedef struct Entry {
  struct Entry* next;
  unsigned count;
  char word[];
} Entry;

static Entry* buckets[kBuckets];
static unsigned entries, total;

static Entry** find(const char* word) {
  uint32_t hash = CHECKSUM_START;
  for (const char* c = word; *c != '\0'; ++c)
    hash = checksum_word(hash, (uint8_t)*c);
  Entry** link = &buckets[hash % kBuckets];
  while (*link != NULL && strcmp((*link)->word, word) != 0)
    link = &(*link)->next;
  return link;
}

static void count_word(const char* word) {
  Entry** const link = find(word);
  if (*link == NULL) {
    *link = malloc(sizeof(Entry) + strlen(word) + 1);
    if (*link == NULL)
      exit(2);
    (*link)->next = NULL;
    (*link)->count = 0;
    strcpy((*link)->word, word);
    ++entries;
  }
  ++(*link)->count;
  ++total;
}

/// A text of `count` words with few frequent and many rare ones, in a block that grows as it is
/// written.
static char* make_text(int count) {
  static const char* const kSyllables[] = {"ka", "lo", "mi", "ne", "pu", "ra", "so", "ti"};
  size_t size = 0, capacity = 64;
  char* text = malloc(capacity);
  uint32_t state = 5;
  for (int i = 0; i < count && text != NULL; ++i) {
    if (size + 32 > capacity)
      text = realloc(text, capacity *= 2);
    if (text == NULL)
      break;
    const uint32_t choice = next_random(&state), bound = 1 + (choice >> 8 & choice >> 20 & 2047);
    for (uint32_t name = next_random(&state) % bound;; name /= 8) {
      strcpy(text + size, kSyllables[name % 8]);
      size += 2;
      if (name < 8)
        break;
    }
    strcpy(text + size++, i % 12 == 11 ? "\n" : " ");
  }
  return text;
}

static void count_text(const char* text) {
  char word[64];
  size_t length = 0;
  for (;; ++text) {
    if (isalpha((unsigned char)*text) && length + 1 < sizeof word) {
      word[length++] = (char)tolower((unsigned char)*text);
      continue;
    }
    word[length] = '\0';
    if (length > 0)
      count_word(word);
    length = 0;
    if (*text == '\0')
      return;
  }
}

static void count_input(void) {
  char line[256];
  while (fgets(line, sizeof line, stdin) != NULL) // a word longer than the line counts in parts
    count_text(line);
}

static int more_frequent(const void* a, const void* b) {
  const Entry *const left = *(Entry*const*)a, *const right = *(Entry*const*)b;
  if (left->count != right->count)
    return left->count < right->count ? 1 : -1;
  return strcmp(left->word, right->word);
}

static int print_counts(void) {
  Entry** const sorted = malloc((entries + 1) * sizeof *sorted);
  if (sorted == NULL)
    return 2;
  unsigned filled = 0;
  for (int b = 0; b < kBuckets; ++b)
    for (Entry* entry = buckets[b]; entry != NULL; entry = entry->next)
      sorted[filled++] = entry;
  qsort(sorted, filled, sizeof *sorted, more_frequent);
  double squares = 0;
  for (unsigned i = 0; i < filled; ++i) {
    const double share = (double)sorted[i]->count / total;
    squares += share * share;
    if (i < 10)
      printf("%-10s %5u %7.3f %%\n", sorted[i]->word, sorted[i]->count, 100 * share);
  }
  printf("%u words, %u different; chance of a pair %.6e\n", total, filled, squares);
  for (unsigned i = 0; i < filled; ++i)
    free(sorted[i]);
  free(sorted);
  return 0;
}

int main(int argc, char** argv) {
  if (argc > 1 && strcmp(argv[1], "-") == 0) {
    count_input();
  } else {
    char* const text = make_text(kWords);
    if (text == NULL)
      return 2;
    count_text(text);
    free(text);
  }
  return print_counts();
}
