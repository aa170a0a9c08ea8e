#include <stdint.h>
#include <string.h>

struct fields {
  int64_t last_long;
  int32_t last_int;
};

/* Decodes all values that begin before end; returns the position behind the last. Each value is
   stored, which a compiler might otherwise leave to the end. Little-endian processors only, like
   Unsafe in its native order. */
int64_t decode(const signed char *memory, int64_t end, volatile struct fields *fields) {
  int64_t at = 0;
  while (at < end) {
    if (memory[at] < 0) {
      int32_t value;
      memcpy(&value, memory + at, sizeof value);
      fields->last_int = value;
      at += sizeof value;
    } else {
      int64_t value;
      memcpy(&value, memory + at, sizeof value);
      fields->last_long = value;
      at += sizeof value;
    }
  }
  return at;
}
