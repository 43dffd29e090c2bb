static double a[50], b[50];
int main(void) {
  for (int i = 0; i < 50; i++) {
    a[i] = i * 0.5 - 3;
    b[i] = 1.0 / (i + 1);
  }
  double sum = 0, product = 1;
  for (int i = 0; i < 50; i++)
    sum += a[i] * b[i];
  for (int i = 0; i < 10; i++)
    product *= 1 + b[i];
  return (int)(sum * 1e4) + (int)(product * 16);
}
