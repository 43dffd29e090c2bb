static double root(double x) {
  double r = x > 1 ? x : 1;
  for (int i = 0; i < 30; i++)
    r = (r + x / r) / 2;
  return r;
}
int main(void) {
  double sum = 0;
  for (int i = 1; i < 40; i++)
    sum += root(i) * root(1.0 / i);
  return (int)(sum * 1000 + 0.5);
}
