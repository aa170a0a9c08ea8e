package dev.ashlar.table;

/// Copies rows between tables whose ranges have been checked: as bytes where the layouts are the
/// same, field by field where they are not, record by record where not even the class is.
@SuppressWarnings("ReferenceEquality") // A table and its type are their own identities.
final class Copying {
  private Copying() {}

  static <R extends Record> void copy(
      Table<R> source, long row, Table<R> target, long targetRow, long rows) {
    if (source.placement().hasParts() || target.placement().hasParts()) {
      copyPieces(source, row, target, targetRow, rows);
    } else if (source.layout().type() != target.layout().type()) {
      for (long i = 0; i < rows; i++) {
        target.set(targetRow + i, source.get(row + i));
      }
    } else if (source.layout().layout() != target.layout().layout()) {
      source.layout().type().copyFields(source, row, target, targetRow, rows);
    } else {
      source.placement().copyTo(source.layout(), row, target.placement(), targetRow, rows);
    }
  }

  /// Pieces end where a part of either table ends. Within one table they go from the end if the
  /// target is behind the source, so that none overwrites what is still to be copied.
  private static <R extends Record> void copyPieces(
      Table<R> source, long row, Table<R> target, long targetRow, long rows) {
    boolean backwards = source == target && targetRow > row;
    long done = 0;
    while (done < rows) {
      long left = rows - done;
      long piece =
          backwards
              ? Math.min(
                  left, Math.min(before(source, row + left), before(target, targetRow + left)))
              : Math.min(
                  left, Math.min(after(source, row + done), after(target, targetRow + done)));
      long at = backwards ? left - piece : done;
      copy(
          part(source, row + at),
          rowInPart(source, row + at),
          part(target, targetRow + at),
          rowInPart(target, targetRow + at),
          piece);
      done += piece;
    }
  }

  /// The rows from `row` to the end of its part.
  private static long after(Table<?> table, long row) {
    long rows = table.placement().partRows();
    return rows == 0 ? Long.MAX_VALUE : rows - row % rows;
  }

  /// The rows from the beginning of the part that `end` ends, or is in.
  private static long before(Table<?> table, long end) {
    long rows = table.placement().partRows();
    return rows == 0 ? Long.MAX_VALUE : (end - 1) % rows + 1;
  }

  @SuppressWarnings("unchecked") // A table's parts have its class.
  private static <R extends Record> Table<R> part(Table<R> table, long row) {
    Placement placement = table.placement();
    return placement.hasParts() ? (Table<R>) placement.part(row) : table;
  }

  private static long rowInPart(Table<?> table, long row) {
    return table.placement().rowInPart(row);
  }
}
