struct vector {
  double x, y, z;
};
static struct vector cross(struct vector a, struct vector b) {
  struct vector r = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  return r;
}
static double dot(const struct vector *a, const struct vector *b) {
  return a->x * b->x + a->y * b->y + a->z * b->z;
}
int main(void) {
  struct vector v = {1, 2, 3}, w = {-0.5, 4, 0.25}, sum = {0, 0, 0};
  for (int i = 0; i < 10; i++) {
    struct vector c = cross(v, w);
    sum.x += c.x;
    sum.y -= c.y / 2;
    sum.z += dot(&v, &c) + dot(&w, &v);
    v.x += 0.5;
    w.z -= 0.25;
  }
  return (int)(sum.x * 64 + sum.y * 32 + sum.z * 16);
}
