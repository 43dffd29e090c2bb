// Three sorts of the same 20,000 pseudo-random keys: data-dependent branches that no predictor
// learns (quick sort), streams of loads and stores (merge sort), and strides that double (heap
// sort). About 13.6 million instructions (RV64GC).
#include "kernel.h"

enum { kKeys = 20000, kSmall = 12 };

static uint32_t original[kKeys], keys[kKeys], spare[kKeys];

static void insertion_sort(uint32_t* first, uint32_t* end) {
  for (uint32_t* next = first + 1; next < end; ++next) {
    const uint32_t key = *next;
    uint32_t* hole = next;
    for (; hole > first && hole[-1] > key; --hole)
      *hole = hole[-1];
    *hole = key;
  }
}

static uint32_t median(uint32_t a, uint32_t b, uint32_t c) {
  if (a > b) {
    const uint32_t t = a;
    a = b;
    b = t;
  }
  return c < a ? a : c > b ? b : c;
}

/// Sorts [first, end): Hoare's partition around the median of three; the smaller part by recursion,
/// the larger in the loop, so that the depth stays below the logarithm of the length.
static void quick_sort(uint32_t* first, uint32_t* end) {
  while (end - first > kSmall) {
    const uint32_t pivot = median(first[0], first[(end - first) / 2], end[-1]);
    uint32_t* low = first - 1;
    uint32_t* high = end;
    for (;;) {
      do
        ++low;
      while (*low < pivot);
      do
        --high;
      while (*high > pivot);
      if (low >= high)
        break;
      const uint32_t t = *low;
      *low = *high;
      *high = t;
    }
    uint32_t* const cut = high + 1;
    if (cut - first < end - cut) {
      quick_sort(first, cut);
      first = cut;
    } else {
      quick_sort(cut, end);
      end = cut;
    }
  }
  insertion_sort(first, end);
}

/// Bottom-up: runs of 1, 2, 4, ... keys are merged from one array into the other.
static void merge_sort(void) {
  uint32_t *from = keys, *to = spare;
  for (int width = 1; width < kKeys; width *= 2) {
    for (int start = 0; start < kKeys; start += 2 * width) {
      const int middle = start + width < kKeys ? start + width : kKeys;
      const int end = middle + width < kKeys ? middle + width : kKeys;
      int a = start, b = middle;
      for (int k = start; k < end; ++k)
        to[k] = a < middle && (b >= end || from[a] <= from[b]) ? from[a++] : from[b++];
    }
    uint32_t* const t = from;
    from = to;
    to = t;
  }
  if (from != keys)
    memcpy(keys, from, sizeof keys);
}

static void sift_down(int root, int count) {
  const uint32_t key = keys[root];
  for (int child; (child = 2 * root + 1) < count; root = child) {
    if (child + 1 < count && keys[child + 1] > keys[child])
      ++child;
    if (keys[child] <= key)
      break;
    keys[root] = keys[child];
  }
  keys[root] = key;
}

static void heap_sort(void) {
  for (int root = kKeys / 2; root-- > 0;)
    sift_down(root, kKeys);
  for (int last = kKeys - 1; last > 0; --last) {
    const uint32_t largest = keys[0];
    keys[0] = keys[last];
    keys[last] = largest;
    sift_down(0, last);
  }
}

static void sort_quickly(void) {
  quick_sort(keys, keys + kKeys);
}

/// Sorts a fresh copy, prints the checksum of the result; 1 if something is out of order or lost.
static int try_sort(const char* name, void (*sort)(void)) {
  memcpy(keys, original, sizeof keys);
  sort();
  uint32_t before = 0, after = 0, sum = CHECKSUM_START;
  int wrong = 0;
  for (int i = 0; i < kKeys; ++i) {
    before += original[i];
    after += keys[i];
    sum = checksum_word(sum, keys[i]);
    wrong |= i > 0 && keys[i - 1] > keys[i];
  }
  out_checksum(name, sum);
  return wrong || before != after;
}

int main(void) {
  uint32_t state = 20240501;
  for (int i = 0; i < kKeys; ++i)
    original[i] = next_random(&state);
  int failures = try_sort("quick", sort_quickly);
  failures += try_sort("merge", merge_sort);
  failures += try_sort("heap", heap_sort);
  out_line("failures", failures);
  out_flush();
  return failures;
}
