static int steps(unsigned long long n) {
  int count = 0;
  while (n != 1) {
    n = n & 1 ? 3 * n + 1 : n / 2;
    count++;
  }
  return count;
}
int main(void) {
  int most = 0;
  for (int n = 1; n < 400; n++)
    if (steps(n) > most)
      most = steps(n) * 1000 + n;
  return most;
}
