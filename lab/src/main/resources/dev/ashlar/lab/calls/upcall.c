/* The C side of the case upcall-struct. */

struct pair {
  long long first;
  long long second;
};

long long pass_on(struct pair value, long long (*callback)(struct pair)) {
  return callback(value);
}
