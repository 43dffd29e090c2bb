struct tree {
  int key, count;
  struct tree *left, *right;
};
static struct tree pool[60];
static int used;
static struct tree *insert(struct tree *t, int key) {
  if (!t) {
    t = &pool[used++];
    t->key = key;
    t->count = 1;
  } else if (key < t->key) {
    t->left = insert(t->left, key);
  } else if (key > t->key) {
    t->right = insert(t->right, key);
  } else {
    t->count++;
  }
  return t;
}
static unsigned walk(const struct tree *t, unsigned sum, int depth) {
  if (!t)
    return sum * 3 + 1;
  sum = walk(t->left, sum, depth + 1);
  sum = sum * 5 + t->key * t->count + depth;
  return walk(t->right, sum, depth + 1);
}
int main(void) {
  struct tree *root = 0;
  for (int i = 0; i < 60; i++)
    root = insert(root, (i * 37 + 11) % 47);
  return (int)walk(root, 0, 0);
}
