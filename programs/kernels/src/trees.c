// A balanced binary search tree (AVL): 24,000 random insertions, 12,000 searches and removals, then
// a walk. Pointer chasing with recursion on the way down and repairs on the way up. About 17.1
// million instructions (RV64GC).
#include "kernel.h"

enum { kOperations = 12000, kKeys = 4000 };

typedef struct Node {
  struct Node *left, *right;
  uint32_t key;
  int32_t height; ///< of a leaf: 1
} Node;

static Node pool[kKeys];
static Node* unused; ///< linked by `left`

static int32_t height(const Node* node) {
  return node == NULL ? 0 : node->height;
}

static void measure(Node* node) {
  const int32_t left = height(node->left), right = height(node->right);
  node->height = 1 + (left > right ? left : right);
}

static Node* turn_right(Node* node) {
  Node* const top = node->left;
  node->left = top->right;
  top->right = node;
  measure(node);
  measure(top);
  return top;
}

static Node* turn_left(Node* node) {
  Node* const top = node->right;
  node->right = top->left;
  top->left = node;
  measure(node);
  measure(top);
  return top;
}

/// The tree under `node`, whose parts are balanced and differ by at most 2, balanced.
static Node* balance(Node* node) {
  const int32_t lean = height(node->left) - height(node->right);
  if (lean > 1) {
    if (height(node->left->left) < height(node->left->right))
      node->left = turn_left(node->left);
    return turn_right(node);
  }
  if (lean < -1) {
    if (height(node->right->right) < height(node->right->left))
      node->right = turn_right(node->right);
    return turn_left(node);
  }
  measure(node);
  return node;
}

static Node* insert(Node* node, uint32_t key, int* inserted) {
  if (node == NULL) {
    Node* const leaf = unused;
    unused = leaf->left;
    leaf->left = leaf->right = NULL;
    leaf->key = key;
    leaf->height = 1;
    ++*inserted;
    return leaf;
  }
  if (key < node->key)
    node->left = insert(node->left, key, inserted);
  else if (key > node->key)
    node->right = insert(node->right, key, inserted);
  return balance(node);
}

/// The tree without its smallest node, which goes to `smallest`.
static Node* take_smallest(Node* node, Node** smallest) {
  if (node->left == NULL) {
    *smallest = node;
    return node->right;
  }
  node->left = take_smallest(node->left, smallest);
  return balance(node);
}

static Node* erase(Node* node, uint32_t key, int* erased) {
  if (node == NULL)
    return NULL;
  if (key < node->key) {
    node->left = erase(node->left, key, erased);
  } else if (key > node->key) {
    node->right = erase(node->right, key, erased);
  } else {
    Node* left = node->left;
    Node* right = node->right;
    node->left = unused;
    unused = node;
    ++*erased;
    if (right == NULL)
      return left;
    right = take_smallest(right, &node);
    node->left = left;
    node->right = right;
  }
  return balance(node);
}

static int contains(const Node* node, uint32_t key) {
  while (node != NULL && node->key != key)
    node = key < node->key ? node->left : node->right;
  return node != NULL;
}

/// Checks order and balance below `node`; the keys in order go into the checksum.
static int wrong(const Node* node, uint32_t* last, uint32_t* count, uint32_t* sum) {
  if (node == NULL)
    return 0;
  int errors = wrong(node->left, last, count, sum);
  const int32_t lean = height(node->left) - height(node->right);
  errors += lean < -1 || lean > 1 || (*count > 0 && node->key <= *last);
  *last = node->key;
  ++*count;
  *sum = checksum_word(*sum, node->key);
  return errors + wrong(node->right, last, count, sum);
}

int main(void) {
  for (int i = 0; i < kKeys; ++i) {
    pool[i].left = unused;
    unused = &pool[i];
  }
  Node* root = NULL;
  uint32_t state = 1962;
  int inserted = 0, erased = 0, found = 0;
  for (int i = 0; i < kOperations; ++i) {
    int added = 0, removed = 0;
    root = insert(root, next_random(&state) % kKeys, &added);
    found += contains(root, next_random(&state) % kKeys);
    root = insert(root, next_random(&state) % kKeys, &added);
    root = erase(root, next_random(&state) % kKeys, &removed);
    inserted += added;
    erased += removed;
  }
  uint32_t last = 0, count = 0, sum = CHECKSUM_START;
  int failures = wrong(root, &last, &count, &sum);
  failures += (int)count != inserted - erased;
  out_line("inserted", inserted);
  out_line("erased", erased);
  out_line("found", found);
  out_line("nodes", count);
  out_line("height", height(root));
  out_checksum("keys", sum);
  out_line("failures", failures);
  out_flush();
  return failures;
}
