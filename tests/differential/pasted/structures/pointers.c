static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }
static int larger(int a, int b) { return a > b ? a : b; }
static int (*const operations[])(int, int) = {add, subtract, multiply, larger};
static int fold(int (*f)(int, int), const int *v, int n) {
  int r = v[0];
  for (int i = 1; i < n; i++)
    r = f(r, v[i]);
  return r;
}
int main(void) {
  int v[10], sum = 0;
  for (int i = 0; i < 10; i++)
    v[i] = (i * 3) % 7 + 1;
  for (int k = 0; k < 4; k++)
    sum = sum * 31 + fold(operations[k], v, 10);
  return sum;
}
