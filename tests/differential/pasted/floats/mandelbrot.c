static int iterations(double x, double y) {
  double a = 0, b = 0;
  int n = 0;
  while (n < 40 && a * a + b * b <= 4) {
    double t = a * a - b * b + x;
    b = 2 * a * b + y;
    a = t;
    n++;
  }
  return n;
}
int main(void) {
  int sum = 0;
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 16; j++)
      sum = sum * 3 + iterations(j / 8.0 - 1.5, i / 8.0 - 0.75);
  return sum;
}
