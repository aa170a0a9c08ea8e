package dev.ashlar.arrow;

import java.io.IOException;

/// The producer of an Arrow stream could not make the next batch. The message is the producer's.
public final class ArrowException extends IOException {
  private static final long serialVersionUID = 1;

  ArrowException(String message) {
    super(message);
  }
}
