package dev.ashlar.jit.junit.workload;

/// Runs into null again and again, and leaves it to the JVM to notice.
public final class Nulls implements Runnable {
  static int result;

  private int calls;

  @Override
  public void run() {
    for (int i = 0; i < 1_000; i++) {
      try {
        result += length(calls++ % 50 == 49 && calls > 100_000 ? null : "text");
      } catch (NullPointerException e) {
        result--;
      }
    }
  }

  static int length(String text) {
    return text.length();
  }
}
