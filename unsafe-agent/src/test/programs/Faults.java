// SPDX-License-Identifier: Apache-2.0
import java.lang.foreign.Arena;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import sun.misc.Unsafe;

/// Makes mistakes with native memory.
class Faults {
  static final Unsafe UNSAFE = unsafe();
  static final int BYTES = UNSAFE.arrayBaseOffset(byte[].class);
  static final int SIZE = 100;

  static Unsafe unsafe() {
    try {
      Field field = Unsafe.class.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      return (Unsafe) field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  static long allocated() {
    long block = UNSAFE.allocateMemory(SIZE);
    UNSAFE.setMemory(block, SIZE, (byte) 0);
    return block;
  }

  static long freed() {
    long block = allocated();
    UNSAFE.freeMemory(block);
    return block;
  }

  static long address(ByteBuffer buffer) throws ReflectiveOperationException {
    long offset = UNSAFE.objectFieldOffset(java.nio.Buffer.class.getDeclaredField("address"));
    return UNSAFE.getLong(buffer, offset);
  }

  static long freedBuffer() throws ReflectiveOperationException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(SIZE);
    long address = address(buffer.slice(20, 10)) - 20;
    UNSAFE.invokeCleaner(buffer);
    UNSAFE.invokeCleaner(buffer);
    return address;
  }

  static void useCollectedBuffer() throws Exception {
    long address = address(ByteBuffer.allocateDirect(SIZE));
    while (true) {
      System.gc();
      UNSAFE.putByte(address, (byte) 0);
      Thread.sleep(10);
    }
  }

  static long otherThread(long block) throws InterruptedException {
    Thread thread = new Thread(() -> UNSAFE.freeMemory(block));
    thread.start();
    thread.join();
    return block;
  }

  static void sleepAndFree(long block) {
    try {
      Thread.sleep(300);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    UNSAFE.freeMemory(block);
  }

  /// Prints the message of each exception, and the innermost methods of its causes.
  public static void main(String[] args) throws Exception {
    for (String mistake : args) {
      try {
        make(mistake);
        System.out.println(mistake + ": done");
      } catch (RuntimeException e) {
        String message = e.getMessage().replaceAll(", at 0x[0-9a-f]+", "");
        System.out.println(mistake + ": " + message + ", in " + method(e));
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
          StackTraceElement[] frames = cause.getStackTrace();
          System.out.println(
              "  " + cause + (frames.length == 0 ? "" : " " + frames[0].getMethodName()));
        }
      }
    }
  }

  static String method(Throwable thrown) {
    for (StackTraceElement frame : thrown.getStackTrace()) {
      if (frame.getClassName().equals("Faults")) {
        return frame.getMethodName();
      }
    }
    return "none";
  }

  static void make(String mistake) throws Exception {
    switch (mistake) {
      case "behind" -> UNSAFE.putInt(allocated() + SIZE + 8, 1);
      case "front" -> UNSAFE.putLong(null, allocated() - 8, 1);
      case "over" -> UNSAFE.getLong(allocated() + SIZE - 4);
      case "free" -> UNSAFE.putInt(freed() + 8, 1);
      case "free-thread" -> UNSAFE.putInt(otherThread(allocated()) + 8, 1);
      case "free-loop" -> {
        long block = allocated();
        new Thread(() -> sleepAndFree(block)).start();
        while (true) {
          UNSAFE.getLong(block);
        }
      }
      case "double-free" -> UNSAFE.freeMemory(freed());
      case "free-inside" -> UNSAFE.freeMemory(allocated() + 16);
      case "reallocate-freed" -> UNSAFE.reallocateMemory(freed(), 200);
      case "reallocated" -> {
        long old = allocated();
        UNSAFE.putByte(UNSAFE.reallocateMemory(old, 200) + 199, (byte) 1);
        UNSAFE.getByte(old);
      }
      case "atomic" -> UNSAFE.compareAndSwapInt(null, allocated() + SIZE, 0, 1);
      case "volatile" -> UNSAFE.putLongVolatile(null, freed(), 1);
      case "ordered" -> UNSAFE.putOrderedInt(null, freed(), 1);
      case "add" -> UNSAFE.getAndAddLong(null, allocated() + SIZE + 4, 1);
      case "address" -> UNSAFE.putAddress(allocated() + SIZE - 4, 1);
      case "set" -> UNSAFE.setMemory(allocated(), SIZE + 1, (byte) 1);
      case "copy-from" -> UNSAFE.copyMemory(allocated() + 1, allocated(), SIZE);
      case "copy-to" -> UNSAFE.copyMemory(allocated(), allocated() - 1, SIZE);
      case "copy-heap" ->
          UNSAFE.copyMemory(new byte[200], BYTES, null, allocated() + 1, SIZE);
      case "copy-wrap" -> UNSAFE.copyMemory(allocated(), Long.MAX_VALUE - 10, SIZE);
      case "null" -> UNSAFE.getInt(16L);
      case "buffer" -> {
        ByteBuffer buffer = ByteBuffer.allocateDirect(SIZE);
        UNSAFE.putInt(address(buffer) + SIZE - 2, 1);
      }
      case "buffer-freed" -> UNSAFE.putInt(freedBuffer() + 96, 1);
      case "buffer-collected" -> useCollectedBuffer();
      case "buffer-free" -> UNSAFE.freeMemory(address(ByteBuffer.allocateDirect(SIZE)));
      case "unwritten" -> {
        long block = UNSAFE.allocateMemory(SIZE);
        UNSAFE.putInt(block + 8, 1);
        UNSAFE.getInt(block + 8);
        UNSAFE.getInt(block + 9);
      }
      case "unwritten-copy" -> {
        long from = UNSAFE.allocateMemory(SIZE);
        UNSAFE.putByte(from, (byte) 1);
        long to = allocated();
        UNSAFE.copyMemory(from, to, 8);
        UNSAFE.getByte(to);
        UNSAFE.getShort(to);
      }
      case "unwritten-heap" ->
          UNSAFE.copyMemory(null, UNSAFE.allocateMemory(SIZE), new byte[8], BYTES, 8);
      case "unwritten-grown" -> {
        long grown = UNSAFE.reallocateMemory(allocated(), 2 * SIZE);
        UNSAFE.getByte(grown + SIZE - 1);
        UNSAFE.getByte(grown + SIZE);
      }
      case "foreign" -> UNSAFE.putLong(Arena.ofAuto().allocate(8, 8).address(), 1);
      case "leak" -> {
        for (int i = 0; i < 3; i++) {
          allocated();
        }
        UNSAFE.allocateMemory(5);
        freed();
      }
      default -> throw new IllegalArgumentException(mistake);
    }
  }
}
