static const char text[] = "abracadabra, simsalabim and hocus pocus";
static int weight[520], parent[520], count[256];
int main(void) {
  int nodes = 0;
  for (const char *p = text; *p; p++)
    count[(unsigned char)*p]++;
  for (int i = 0; i < 256; i++)
    if (count[i])
      weight[nodes++] = count[i];
  int leaves = nodes;
  for (;;) {
    int a = -1, b = -1;
    for (int i = 0; i < nodes; i++) {
      if (parent[i])
        continue;
      if (a < 0 || weight[i] < weight[a])
        b = a, a = i;
      else if (b < 0 || weight[i] < weight[b])
        b = i;
    }
    if (b < 0)
      break;
    weight[nodes] = weight[a] + weight[b];
    parent[a] = parent[b] = nodes++;
  }
  int bits = 0;
  for (int i = 0; i < leaves; i++)
    for (int j = i; parent[j]; j = parent[j])
      bits += weight[i];
  return bits * 100 + leaves;
}
