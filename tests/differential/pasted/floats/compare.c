static const double v[] = {0.0, -0.0, 1.5, -1.5, 1e300, -1e300, 1e-300, 2.0, 3.0, 1.5};
int main(void) {
  volatile double zero = 0;
  double nan = zero / zero;
  unsigned sum = 0;
  for (int i = 0; i < 10; i++)
    for (int j = 0; j <= 10; j++) {
      double a = v[i], b = j == 10 ? nan : v[j];
      sum = sum * 3 + (a < b) + 2 * (a <= b) + 4 * (a > b) + 8 * (a >= b) + 16 * (a == b) + 32 * (a != b);
      sum += (a < b ? a : b) > 1;
      if (!(a < b) && !(a >= b))
        sum ^= 0x5a5a;
      if (b != b)
        sum += 3;
    }
  return (int)sum;
}
