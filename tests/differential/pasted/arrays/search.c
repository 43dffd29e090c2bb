static const short table[] = {-90, -55, -12, -3, 0, 4, 9, 17, 33, 34, 35, 88, 120, 300, 999};
static int find(int x) {
  int low = 0, high = sizeof table / sizeof *table;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (table[middle] < x)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
int main(void) {
  unsigned sum = 0;
  for (int x = -100; x < 1010; x += 3)
    sum = sum * 13 + find(x);
  return (int)sum;
}
