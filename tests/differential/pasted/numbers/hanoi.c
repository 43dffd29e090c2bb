static int moves[3][3];
static void hanoi(int n, int from, int to) {
  if (n == 0)
    return;
  hanoi(n - 1, from, 3 - from - to);
  moves[from][to]++;
  hanoi(n - 1, 3 - from - to, to);
}
int main(void) {
  hanoi(9, 0, 2);
  int sum = 0;
  for (int i = 0; i < 9; i++)
    sum = sum * 5 + moves[i / 3][i % 3];
  return sum;
}
