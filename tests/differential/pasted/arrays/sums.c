static int a[100], b[100];
static long dot(const int *x, const int *y, int n) {
  long sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}
int main(void) {
  for (int i = 0; i < 100; i++) {
    a[i] = i * 3 - 50;
    b[i] = 70 - i * i % 37;
  }
  int most = a[0], least = b[0], odd = 0;
  for (int i = 0; i < 100; i++) {
    most = a[i] > most ? a[i] : most;
    least = b[i] < least ? b[i] : least;
    if (b[i] & 1)
      odd += a[i];
  }
  return (int)dot(a, b, 100) + most * 3 + least * 5 + odd;
}
