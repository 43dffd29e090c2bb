// Written in the manner of Bryant and O'Hallaron, Computer Systems: A Programmer's Perspective
// (3rd edition), section 5.11.2: the smaller of each pair of elements goes to one array, the larger
// to the other. rebuild.sh compiles it once for each WAY and RANDOM.
#ifndef LENGTH
#define LENGTH 40
#endif

static long small[LENGTH], large[LENGTH];

#if WAY == 0
/* Swap them when they are the wrong way round: a branch. */
__attribute__((noinline)) void order(long *a, long *b, long n) {
  for (long i = 0; i < n; i++)
    if (a[i] > b[i]) {
      long t = a[i];
      a[i] = b[i];
      b[i] = t;
    }
}
#else
/* Compute both and store both: conditional moves. */
__attribute__((noinline)) void order(long *a, long *b, long n) {
  for (long i = 0; i < n; i++) {
    long x = a[i], y = b[i];
    long less = x < y ? x : y;
    long more = x < y ? y : x;
    a[i] = less;
    b[i] = more;
  }
}
#endif

/* One bit of a linear congruential generator says which of a pair is larger. */
int main(void) {
  unsigned long seed = 12345;
  for (long i = 0; i < LENGTH; i++) {
    seed = seed * 6364136223846793005UL + 1442695040888963407UL;
    long swapped = RANDOM ? seed >> 63 : 0;
    small[i] = i + swapped;
    large[i] = i + 1 - swapped;
  }
  order(small, large, LENGTH);
  long wrong = 0;
  for (long i = 0; i < LENGTH; i++)
    wrong += small[i] != i;
  return wrong;
}
