// Bubble sort of 12 numbers
//
// The inner loop compares neighbours and swaps them with two stores; its branch is hard to
// foretell. The exit code is 0 when the result is in order.
//
//   stallscope run x86/bubble_sort -m mips-5 --stats
static int numbers[12];

__attribute__((noinline)) void sort(int *a, long n) {
  for (long last = n - 1; last > 0; last--)
    for (long i = 0; i < last; i++)
      if (a[i] > a[i + 1]) {
        int t = a[i];
        a[i] = a[i + 1];
        a[i + 1] = t;
      }
}

int main(void) {
  unsigned seed = 1;
  for (int i = 0; i < 12; i++) {
    seed = seed * 1103515245 + 12345;
    numbers[i] = (int)(seed >> 16) % 1000;
  }
  sort(numbers, 12);
  for (int i = 1; i < 12; i++)
    if (numbers[i - 1] > numbers[i])
      return 1;
  return 0;
}
