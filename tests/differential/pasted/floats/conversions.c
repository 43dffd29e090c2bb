static volatile double d = -12345.75;
static volatile float f = 9876.5f;
static volatile int i = -77;
static volatile unsigned u = 4000000000u;
static volatile long long l = -5000000000LL;
static volatile unsigned long long q = 0x9000000000000800ull;
static volatile short s = -321;
static volatile unsigned char c = 250;
int main(void) {
  int sum = (int)d + (int)f + (short)d + (unsigned char)f;
  sum += (int)((double)i * 2 + (double)u / 1000 + (double)l / 1e6 + (double)q / 1e15);
  sum += (int)((float)i + (float)s * 2 + (float)c) + (int)(float)(l >> 20);
  unsigned big = (unsigned)(d * -200000.0);
  long long wide = (long long)(d * 1e10);
  unsigned long long top = (unsigned long long)(f * 1e15);
  return sum + (int)big + (int)(wide >> 7) + (int)(top >> 11) + (d < f) + (f > (float)d) * 2 + (d != d) * 4;
}
