package dev.ashlar.arrow;

/// DuckDB refused a statement, or could not execute it. The message is DuckDB's.
public final class DuckDbException extends RuntimeException {
  private static final long serialVersionUID = 1;

  DuckDbException(String message) {
    super(message);
  }
}
