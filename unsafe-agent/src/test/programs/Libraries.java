// SPDX-License-Identifier: Apache-2.0
import com.esotericsoftware.kryo.unsafe.UnsafeInput;
import com.esotericsoftware.kryo.unsafe.UnsafeOutput;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import io.airlift.compress.Compressor;
import io.airlift.compress.Decompressor;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.zstd.ZstdCompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.internal.PlatformDependent;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Queue;
import java.util.Random;
import net.openhft.hashing.LongHashFunction;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.jctools.queues.MpscArrayQueue;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jctools.queues.SpscArrayQueue;

/// Uses each library, and prints what it computed, or that it failed.
class Libraries {
  static class Event {
    long value;
  }

  interface Use {
    String run() throws Exception;
  }

  public static void main(String[] args) {
    print("lz4", Libraries::lz4);
    print("zstd", Libraries::zstd);
    print("caffeine", Libraries::caffeine);
    print("disruptor", Libraries::disruptor);
    print("jctools", Libraries::jctools);
    print("hashing", Libraries::hashing);
    print("kryo", Libraries::kryo);
    print("protobuf", Libraries::protobuf);
    print("netty", Libraries::netty);
    print("agrona", Libraries::agrona);
  }

  static void print(String library, Use use) {
    String result;
    try {
      result = use.run();
    } catch (Throwable failed) {
      failed.printStackTrace();
      result = "failed";
    }
    System.out.println(library + ": " + result);
  }

  static byte[] text() {
    byte[] text = new byte[1 << 18];
    Random random = new Random(1);
    for (int i = 0; i < text.length; i++) {
      text[i] = i > 100 && random.nextInt(8) > 0 ? text[i - 100] : (byte) random.nextInt();
    }
    return text;
  }

  static String both(Compressor compressor, Decompressor decompressor) {
    byte[] text = text();
    byte[] packed = new byte[compressor.maxCompressedLength(text.length)];
    int size = compressor.compress(text, 0, text.length, packed, 0, packed.length);
    byte[] back = new byte[text.length];
    decompressor.decompress(packed, 0, size, back, 0, back.length);
    ByteBuffer from = ByteBuffer.allocateDirect(text.length).put(text).flip();
    ByteBuffer direct = ByteBuffer.allocateDirect(packed.length);
    compressor.compress(from, direct);
    ByteBuffer again = ByteBuffer.allocateDirect(text.length);
    decompressor.decompress(direct.flip(), again);
    return size + " " + Arrays.equals(text, back) + " " + again.flip().equals(from.rewind());
  }

  static String lz4() {
    return both(new Lz4Compressor(), new Lz4Decompressor());
  }

  static String zstd() {
    return both(new ZstdCompressor(), new ZstdDecompressor());
  }

  static String caffeine() {
    Cache<Integer, Integer> cache =
        Caffeine.newBuilder().maximumSize(100).executor(Runnable::run).build();
    long sum = 0;
    for (int i = 0; i < 20_000; i++) {
      int key = i % 50;
      sum += cache.get(key, k -> k * 2);
    }
    cache.cleanUp();
    return sum + " " + cache.estimatedSize();
  }

  static String disruptor() throws Exception {
    RingBuffer<Event> ring =
        RingBuffer.createMultiProducer(Event::new, 64, new BusySpinWaitStrategy());
    com.lmax.disruptor.Sequence consumed = new com.lmax.disruptor.Sequence(-1);
    ring.addGatingSequences(consumed);
    com.lmax.disruptor.SequenceBarrier barrier = ring.newBarrier();
    long sum = 0;
    for (int i = 0; i < 10_000; i++) {
      long next = ring.next();
      ring.get(next).value = i;
      ring.publish(next);
      sum += ring.get(barrier.waitFor(next)).value;
      consumed.set(next);
    }
    return "" + sum;
  }

  static String jctools() throws Exception {
    Queue<Integer> many = new MpscArrayQueue<>(64);
    Queue<Integer> one = new SpscArrayQueue<>(64);
    Queue<Integer> growing = new MpscUnboundedArrayQueue<>(16);
    int perThread = 20_000;
    Thread[] producers = new Thread[2];
    for (int t = 0; t < producers.length; t++) {
      producers[t] =
          new Thread(
              () -> {
                for (int i = 0; i < perThread; i++) {
                  growing.offer(i);
                  while (!many.offer(i)) {
                    Thread.yield();
                  }
                }
              });
      producers[t].start();
    }
    long sum = 0;
    for (int i = 0; i < producers.length * perThread; ) {
      Integer value = many.poll();
      if (value != null) {
        one.offer(value);
        sum += one.poll();
        i++;
      }
    }
    for (Thread producer : producers) {
      producer.join();
    }
    return sum + " " + growing.size();
  }

  static String hashing() {
    LongHashFunction xx = LongHashFunction.xx();
    byte[] text = text();
    boolean[] truths = new boolean[999];
    truths[7] = true;
    return xx.hashBytes(text) + " " + xx.hashBooleans(truths) + " " + xx.hashLongs(new long[] {1, 2})
        + " " + xx.hashInts(new int[] {1, 2, 3}) + " " + xx.hashChars("some text")
        + " " + xx.hashVoid() + " " + LongHashFunction.murmur_3().hashBytes(text)
        + " " + LongHashFunction.city_1_1().hashShorts(new short[77]);
  }

  static String kryo() {
    UnsafeOutput output = new UnsafeOutput(1 << 12);
    output.writeInt(7);
    output.writeLongs(new long[] {1, 2, 3}, 0, 3);
    output.writeDouble(1.5);
    output.writeInts(new int[] {4, 5}, 0, 2);
    UnsafeInput input = new UnsafeInput(output.toBytes());
    return input.readInt() + Arrays.toString(input.readLongs(3)) + input.readDouble()
        + Arrays.toString(input.readInts(2));
  }

  static String protobuf() throws Exception {
    byte[] bytes = new byte[1000];
    CodedOutputStream output = CodedOutputStream.newInstance(bytes);
    String text = "some text, \u00e9\u4e16\ud83d\ude00 ".repeat(20);
    output.writeStringNoTag(text);
    output.writeUInt64NoTag(1L << 40);
    CodedInputStream input = CodedInputStream.newInstance(bytes);
    return input.readStringRequireUtf8().equals(text) + " " + input.readUInt64();
  }

  static String netty() {
    PooledByteBufAllocator allocator = new PooledByteBufAllocator(true);
    long sum = 0;
    for (ByteBuf buffer : new ByteBuf[] {allocator.directBuffer(100), allocator.heapBuffer(100)}) {
      for (int i = 0; i < 2_000; i++) {
        buffer.writeInt(i).writeLong(i).writeByte(i).writeShortLE(i);
      }
      for (int i = 0; i < 2_000; i++) {
        sum += buffer.readInt() + buffer.readLong() + buffer.readByte() + buffer.readShortLE();
      }
      buffer.release();
    }
    return sum + " " + PlatformDependent.hasUnsafe();
  }

  static String agrona() {
    UnsafeBuffer heap = new UnsafeBuffer(new byte[1024]);
    UnsafeBuffer direct = new UnsafeBuffer(ByteBuffer.allocateDirect(1024));
    heap.putLong(3, 42);
    heap.putLongVolatile(8, 43);
    heap.putStringAscii(100, "text");
    heap.getAndAddInt(16, 5);
    heap.putBytes(200, new byte[] {1, 2, 3});
    direct.putBytes(0, heap, 0, 300);
    ManyToOneRingBuffer ring =
        new ManyToOneRingBuffer(
            new UnsafeBuffer(ByteBuffer.allocateDirect(1024 + RingBufferDescriptor.TRAILER_LENGTH)));
    long sum = 0;
    long[] read = {0};
    for (int i = 1; i < 1000; i++) {
      ring.write(i, heap, 100, 8);
      ring.read((type, buffer, index, length) -> read[0] += type + buffer.getByte(index + 4));
    }
    return direct.getLong(3) + " " + direct.getLongVolatile(8) + " " + direct.getStringAscii(100) + " "
        + direct.getInt(16) + " " + direct.getByte(202) + " " + heap.compareTo(direct) + " " + read[0];
  }
}
