static int v[64];
static void bubble(int *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j + 1 < n - i; j++)
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
}
static void quick(int *a, int low, int high) {
  if (low >= high)
    return;
  int pivot = a[(low + high) / 2], i = low, j = high;
  while (i <= j) {
    while (a[i] < pivot)
      i++;
    while (a[j] > pivot)
      j--;
    if (i <= j) {
      int t = a[i];
      a[i++] = a[j];
      a[j--] = t;
    }
  }
  quick(a, low, j);
  quick(a, i, high);
}
int main(void) {
  unsigned seed = 1, sum = 0;
  for (int round = 0; round < 4; round++) {
    for (int i = 0; i < 64; i++)
      v[i] = (int)((seed = seed * 1103515245u + 12345u) >> 8) % 1000 - 300;
    if (round & 1)
      bubble(v, 64);
    else
      quick(v, 0, 63);
    for (int i = 0; i < 64; i++)
      sum = sum * 17 + v[i];
  }
  return (int)sum;
}
