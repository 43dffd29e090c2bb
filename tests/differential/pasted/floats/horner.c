static const double c[] = {1, -0.5, 0.25, 3, -2, 0.125};
static double horner(double x) {
  double r = 0;
  for (int i = 5; i >= 0; i--)
    r = r * x + c[i];
  return r;
}
int main(void) {
  int sum = 0;
  for (int i = -16; i <= 16; i++)
    sum += (int)(horner(i / 8.0) * 4096) ^ i;
  return sum;
}
