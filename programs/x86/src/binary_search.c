// Binary search in a sorted array
//
// Every comparison decides where the next load goes. With -O2 the decision becomes a conditional
// move: no branch is foretold wrongly, and the loads wait for each other.
//
//   stallscope run x86/binary_search -m mips-5 --stats
static int sorted[16];

__attribute__((noinline)) long find(const int *a, long n, int wanted) {
  long low = 0;
  long high = n;
  while (low < high) {
    long middle = low + (high - low) / 2;
    if (a[middle] < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return low < n && a[low] == wanted ? low : -1;
}

int main(void) {
  for (int i = 0; i < 16; i++)
    sorted[i] = 3 * i;
  int found = 0;
  for (int wanted = 0; wanted < 12; wanted++)
    if (find(sorted, 16, wanted) >= 0)
      found++;
  return found - 4;
}
