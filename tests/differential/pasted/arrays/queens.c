static int place(int n, int row, unsigned columns, unsigned left, unsigned right) {
  if (row == n)
    return 1;
  int count = 0;
  unsigned free = ((1u << n) - 1) & ~(columns | left | right);
  while (free) {
    unsigned bit = free & -free;
    free ^= bit;
    count += place(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
  }
  return count;
}
int main(void) {
  return place(6, 0, 0, 0, 0) * 1000 + place(7, 0, 0, 0, 0);
}
