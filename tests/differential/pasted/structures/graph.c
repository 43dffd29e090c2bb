#define N 10
static int distance[N], edges[N][N];
static char done[N];
int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      edges[i][j] = (i * 7 + j * 11) % 5 == 0 ? (i + 1) * (j + 2) % 17 + 1 : 0;
  for (int i = 0; i < N; i++)
    distance[i] = i ? 1 << 20 : 0;
  for (int k = 0; k < N; k++) {
    int at = -1;
    for (int i = 0; i < N; i++)
      if (!done[i] && (at < 0 || distance[i] < distance[at]))
        at = i;
    done[at] = 1;
    for (int j = 0; j < N; j++)
      if (edges[at][j] && distance[at] + edges[at][j] < distance[j])
        distance[j] = distance[at] + edges[at][j];
  }
  int sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 3 + distance[i];
  return sum;
}
