static float x[64], y[64];
static void saxpy(int n, float a, const float *restrict p, float *restrict q) {
  for (int i = 0; i < n; i++)
    q[i] = a * p[i] + q[i];
}
int main(void) {
  for (int i = 0; i < 64; i++) {
    x[i] = (float)i / 4;
    y[i] = (float)(64 - i) / 8;
  }
  saxpy(64, 2.5f, x, y);
  saxpy(63, -0.75f, y, x);
  float sum = 0;
  for (int i = 0; i < 64; i++)
    sum += x[i] + y[i];
  return (int)(sum * 256);
}
