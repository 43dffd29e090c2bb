static volatile int i1 = 2147483600;
static volatile unsigned u1 = 4294967200u;
static volatile long long l1 = 9223372036854775800LL;
static volatile signed char c1 = 120;
int main(void) {
  int sum = 0, r;
  unsigned ur;
  long long lr;
  signed char cr;
  for (int i = 0; i < 100; i += 3) {
    sum += __builtin_add_overflow(i1, i, &r);
    sum += r & 255;
    sum += __builtin_mul_overflow(u1, i, &ur) * 2;
    sum += (int)(ur >> 16);
    sum += __builtin_sub_overflow(-l1, i, &lr) * 4;
    sum += (int)(lr & 1023);
    sum += __builtin_add_overflow(c1, i, &cr) * 8;
    sum += cr;
    sum += __builtin_mul_overflow(l1, i, &lr);
    sum ^= (int)(lr >> 8);
  }
  return sum;
}
