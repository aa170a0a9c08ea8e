#include <stdint.h>

/* Trades as rows and as columns. Every function goes over the rows from `from` to `to`; `rows` is
   the number there are in all, which tells where a column begins. */

struct __attribute__((packed)) trade {
  int64_t trade_id;
  int64_t client_id;
  int32_t venue_code;
  int32_t instrument_code;
  int64_t price;
  int64_t quantity;
  uint16_t side;
};

struct turnover {
  int64_t bought;
  int64_t sold;
};

static int64_t trade_id(int64_t row) { return row; }
static int64_t client_id(int64_t row) { return row & 1023; }
static int32_t venue_code(int32_t row) { return 100 + (row & 15); }
static int32_t instrument_code(int32_t row) { return 1000 + (row & 511); }
static int64_t price(uint64_t row) { return (row * UINT64_C(0x9E3779B97F4A7C15)) >> 44; }
static int64_t quantity(uint64_t row) { return 1 + ((row * UINT64_C(0xD1B54A32D192ED03)) >> 50); }
static uint16_t side(int32_t row) { return (row & 1) == 0 ? 'B' : 'S'; }

void rows_fill(struct trade *trades, int64_t rows, int32_t from, int32_t to) {
  for (int32_t row = from; row < to; row++) {
    struct trade *trade = trades + row;
    trade->trade_id = trade_id(row);
    trade->client_id = client_id(row);
    trade->venue_code = venue_code(row);
    trade->instrument_code = instrument_code(row);
    trade->price = price(row);
    trade->quantity = quantity(row);
    trade->side = side(row);
  }
}

void rows_scan(
    const struct trade *trades, int64_t rows, int32_t from, int32_t to, struct turnover *turnover) {
  int64_t bought = 0;
  int64_t sold = 0;
  for (int32_t row = from; row < to; row++) {
    int64_t amount = trades[row].price * trades[row].quantity;
    if (trades[row].side == 'B') {
      bought += amount;
    } else {
      sold += amount;
    }
  }
  turnover->bought = bought;
  turnover->sold = sold;
}

int64_t rows_scan_one_field(const struct trade *trades, int64_t rows, int32_t from, int32_t to) {
  int64_t sum = 0;
  for (int32_t row = from; row < to; row++) {
    sum += trades[row].price;
  }
  return sum;
}

int64_t rows_random(
    const struct trade *trades, int64_t rows, int32_t from, int32_t to, const int32_t *shuffled) {
  int64_t sum = 0;
  for (int32_t i = from; i < to; i++) {
    sum += trades[shuffled[i]].price;
  }
  return sum;
}

void rows_update(struct trade *trades, int64_t rows, int32_t from, int32_t to) {
  for (int32_t row = from; row < to; row++) {
    trades[row].quantity++;
  }
}

/* The columns lie one behind the other, the wider ones first. */
struct columns {
  int64_t *trade_id;
  int64_t *client_id;
  int64_t *price;
  int64_t *quantity;
  int32_t *venue_code;
  int32_t *instrument_code;
  uint16_t *side;
};

static struct columns columns_of(void *memory, int64_t rows) {
  int64_t *longs = memory;
  int32_t *ints = (int32_t *) (longs + 4 * rows);
  return (struct columns) {
    .trade_id = longs,
    .client_id = longs + rows,
    .price = longs + 2 * rows,
    .quantity = longs + 3 * rows,
    .venue_code = ints,
    .instrument_code = ints + rows,
    .side = (uint16_t *) (ints + 2 * rows),
  };
}

void columns_fill(void *memory, int64_t rows, int32_t from, int32_t to) {
  struct columns columns = columns_of(memory, rows);
  for (int32_t row = from; row < to; row++) {
    columns.trade_id[row] = trade_id(row);
    columns.client_id[row] = client_id(row);
    columns.venue_code[row] = venue_code(row);
    columns.instrument_code[row] = instrument_code(row);
    columns.price[row] = price(row);
    columns.quantity[row] = quantity(row);
    columns.side[row] = side(row);
  }
}

void columns_scan(
    void *memory, int64_t rows, int32_t from, int32_t to, struct turnover *turnover) {
  struct columns columns = columns_of(memory, rows);
  int64_t bought = 0;
  int64_t sold = 0;
  for (int32_t row = from; row < to; row++) {
    int64_t amount = columns.price[row] * columns.quantity[row];
    if (columns.side[row] == 'B') {
      bought += amount;
    } else {
      sold += amount;
    }
  }
  turnover->bought = bought;
  turnover->sold = sold;
}

int64_t columns_scan_one_field(void *memory, int64_t rows, int32_t from, int32_t to) {
  struct columns columns = columns_of(memory, rows);
  int64_t sum = 0;
  for (int32_t row = from; row < to; row++) {
    sum += columns.price[row];
  }
  return sum;
}

int64_t columns_random(
    void *memory, int64_t rows, int32_t from, int32_t to, const int32_t *shuffled) {
  struct columns columns = columns_of(memory, rows);
  int64_t sum = 0;
  for (int32_t i = from; i < to; i++) {
    sum += columns.price[shuffled[i]];
  }
  return sum;
}

void columns_update(void *memory, int64_t rows, int32_t from, int32_t to) {
  struct columns columns = columns_of(memory, rows);
  for (int32_t row = from; row < to; row++) {
    columns.quantity[row]++;
  }
}
