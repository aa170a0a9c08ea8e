package dev.ashlar.table;

/// Copies rows between tables whose ranges have been checked: as bytes where the layouts are the
/// same, field by field where they are not, record by record where not even the class is.
@SuppressWarnings("ReferenceEquality") // A table and its type are their own identities.
final class Copying {
  private Copying() {}

  static <R extends Record> void copy(
      Table<R> source, long row, Table<R> target, long targetRow, long rows) {
    Placement from = source.placement();
    Placement to = target.placement();
    if (source.layout().type() != target.layout().type()) {
      // Before anything is taken from the placements: a record's code may grow the tables.
      for (long i = 0; i < rows; i++) {
        target.set(targetRow + i, source.get(row + i));
      }
    } else if (from.hasParts() || to.hasParts()) {
      boolean backwards = source == target && targetRow > row;
      copyPieces(source, from, row, target, to, targetRow, rows, backwards);
    } else if (source.layout().layout() != target.layout().layout()) {
      source.layout().type().copyFields(source, row, target, targetRow, rows);
    } else {
      from.copyTo(source.layout(), row, to, targetRow, rows);
    }
  }

  /// Pieces end where a part of either table ends. Within one table they go from the end if the
  /// target is behind the source, so that none overwrites what is still to be copied.
  ///
  /// @param from what `source` had when this began, as `to` of `target`
  private static <R extends Record> void copyPieces(
      Table<R> source,
      Placement from,
      long row,
      Table<R> target,
      Placement to,
      long targetRow,
      long rows,
      boolean backwards) {
    long done = 0;
    while (done < rows) {
      long left = rows - done;
      long piece =
          backwards
              ? Math.min(left, Math.min(before(from, row + left), before(to, targetRow + left)))
              : Math.min(left, Math.min(after(from, row + done), after(to, targetRow + done)));
      long at = backwards ? left - piece : done;
      copy(
          part(source, from, row + at),
          from.rowInPart(row + at),
          part(target, to, targetRow + at),
          to.rowInPart(targetRow + at),
          piece);
      done += piece;
    }
  }

  /// The rows from `row` to the end of its part.
  private static long after(Placement placement, long row) {
    long rows = placement.partRows();
    return rows == 0 ? Long.MAX_VALUE : rows - row % rows;
  }

  /// The rows from the beginning of the part that `end` ends, or is in.
  private static long before(Placement placement, long end) {
    long rows = placement.partRows();
    return rows == 0 ? Long.MAX_VALUE : (end - 1) % rows + 1;
  }

  @SuppressWarnings("unchecked") // A table's parts have its class.
  private static <R extends Record> Table<R> part(Table<R> table, Placement placement, long row) {
    return placement.hasParts() ? (Table<R>) placement.part(row) : table;
  }
}
