#include <stdint.h>

/* The columns of a table of line items: decimals in hundredths, dates in days since 1970. */
struct line_items {
  const int64_t *quantity;
  const int64_t *extended_price;
  const int64_t *discount;
  const int64_t *tax;
  const uint16_t *return_flag;
  const uint16_t *line_status;
  const int32_t *ship_date;
};

enum {
  FIRST_DAY = 8766,     /* 1994-01-01 */
  END = 9131,           /* 1995-01-01 */
  LAST_SHIPPED = 10471, /* 1998-09-02 */
  FIELDS = 6
};

/* Adds rows to six sums for each pair of return flag and line status. */
void summarize(const struct line_items *items, int32_t from, int32_t to, int64_t *sums) {
  const struct line_items item = *items;
  for (int32_t row = from; row < to; row++) {
    if (item.ship_date[row] <= LAST_SHIPPED) {
      int group = ((item.return_flag[row] & 31) << 1) | (item.line_status[row] & 1);
      int64_t *at = sums + group * FIELDS;
      int64_t discounted = item.extended_price[row] * (100 - item.discount[row]);
      at[0] += item.quantity[row];
      at[1] += item.extended_price[row];
      at[2] += discounted;
      at[3] += discounted * (100 + item.tax[row]);
      at[4] += item.discount[row];
      at[5]++;
    }
  }
}

int64_t revenue(const struct line_items *items, int32_t from, int32_t to) {
  const struct line_items item = *items;
  int64_t sum = 0;
  for (int32_t row = from; row < to; row++) {
    int taken = (item.ship_date[row] >= FIRST_DAY) & (item.ship_date[row] < END)
        & (item.discount[row] >= 5) & (item.discount[row] <= 7) & (item.quantity[row] < 2400);
    sum += taken ? item.extended_price[row] * item.discount[row] : 0;
  }
  return sum;
}
