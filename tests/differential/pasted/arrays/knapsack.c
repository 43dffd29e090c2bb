static const int weight[] = {3, 4, 5, 9, 14, 7, 2}, value[] = {30, 50, 70, 120, 210, 90, 11};
static int best[51];
int main(void) {
  for (int i = 0; i < 7; i++)
    for (int w = 50; w >= weight[i]; w--) {
      int with = best[w - weight[i]] + value[i];
      if (with > best[w])
        best[w] = with;
    }
  int sum = 0;
  for (int w = 0; w <= 50; w++)
    sum = sum * 3 + best[w];
  return sum;
}
