static int __attribute__((noinline)) twice(int x) {
  return x * 2;
}
