/* More arguments than registers. */
static __attribute__((noinline)) int many(int a, char b, short c, long d, int e, int f, int g, unsigned char h, int i,
                                          const int *j) {
  return a + b * 2 - c * 3 + (int)d * 5 - e * 7 + f * 11 - g * 13 + h * 17 - i * 19 + *j;
}
static __attribute__((noinline)) int varied(int n, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, n);
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 3 + __builtin_va_arg(list, int);
  __builtin_va_end(list);
  return sum;
}
int main(void) {
  int sum = 0;
  for (int i = 0; i < 20; i++)
    sum += many(i, (char)(i * 9), (short)-i, i * 5, 3, i, 7, (unsigned char)(i * 20), 9, &sum) + varied(5, i, 2, -3, i * i, 7);
  return sum;
}
