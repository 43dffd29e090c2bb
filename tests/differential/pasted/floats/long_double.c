/* x87: 80 bits. */
static long double power(long double x, int n) {
  long double r = 1;
  for (int i = 0; i < n; i++)
    r *= x;
  return r;
}
int main(void) {
  long double sum = 0;
  for (int i = 1; i < 40; i++)
    sum += power(1.0L + 1.0L / i, i) - (i & 1 ? 2.5L : -0.125L);
  if (sum > 100.0L)
    sum = -sum / 3;
  return (int)(sum * 1000000) + (sum < 0) + (int)(long long)(sum * 1e9L);
}
