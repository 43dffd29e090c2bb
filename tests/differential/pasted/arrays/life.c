#define N 16
static unsigned char now[N][N], next[N][N];
int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      now[i][j] = (i * 7 + j * 3 + (i & j)) % 3 == 0;
  for (int step = 0; step < 6; step++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
        int n = 0;
        for (int di = -1; di <= 1; di++)
          for (int dj = -1; dj <= 1; dj++)
            if (di || dj)
              n += now[(i + di) & (N - 1)][(j + dj) & (N - 1)];
        next[i][j] = n == 3 || (n == 2 && now[i][j]);
      }
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        now[i][j] = next[i][j];
  }
  unsigned sum = 0;
  for (int i = 0; i < N * N; i++)
    sum = sum * 3 + now[i / N][i % N];
  return (int)sum;
}
