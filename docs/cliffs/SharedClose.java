import java.lang.foreign.*;

/// since 22: closing an arena of one thread, and closing one that several threads may use: a handshake
/// with every thread of the JVM.
class SharedClose {
  static double confined() {
    long start = System.nanoTime();
    for (int k = 0; k < 100; k++) try (Arena arena = Arena.ofConfined()) { arena.allocate(16); }
    return (System.nanoTime() - start) / 100.0;
  }

  static double shared() {
    long start = System.nanoTime();
    for (int k = 0; k < 100; k++) try (Arena arena = Arena.ofShared()) { arena.allocate(16); }
    return (System.nanoTime() - start) / 100.0;
  }

  public static void main(String[] args) {
    for (int t = 0; t < 8; t++) {
      Thread idle = new Thread(() -> { try { Thread.sleep(100_000); } catch (InterruptedException e) { } });
      idle.setDaemon(true);
      idle.start();
    }
    double confined = 1e9, shared = 1e9;
    for (int round = 0; round < Integer.getInteger("rounds", 500); round++) {
      confined = Math.min(confined, confined());
      shared = Math.min(shared, shared());
    }
    System.out.printf("confined %.0f ns, shared %.0f ns: ratio %.1f%n", confined, shared, shared / confined);
  }
}
