// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.classfile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The file `lib/modules` of a JDK with its class files, in the jimage format, version 1. The
/// content is checked wherever it is used: a damaged file is an `IOException`.
///
/// ```
/// header     7 ints: magic, version, flags, resources, table length n, bytes of locations, of strings
/// redirect   n ints: hash of a name -> 0 nothing, < 0 the slot -1 - value, > 0 the seed of a second hash
/// offsets    n ints: slot -> start of a location
/// locations  attributes of resources: kind << 3 | (length - 1), then the value, high byte first
/// strings    modified UTF-8, each with a zero behind it; attributes are offsets in here
/// contents   of the resources
/// ```
public final class JimageFile implements ClassSource {
  private static final int MAGIC = 0xCAFEDADA;
  private static final int VERSION = 1 << 16;
  private static final int HEADER_BYTES = 7 * Integer.BYTES;
  private static final int SEED = 0x01000193;

  /// More than thirty times the index of a JDK.
  private static final int MOST_INDEX_BYTES = 1 << 26;

  /// The kinds of attributes, as the format numbers them.
  private static final int END = 0;

  private static final int MODULE = 1;

  /// The kinds between are those of the package and of the name.
  private static final int EXTENSION = 4;

  private static final int OFFSET = 5;
  private static final int COMPRESSED = 6;
  private static final int UNCOMPRESSED = 7;
  private static final int KINDS = 8;

  private final Path file;
  private final FileChannel channel;

  /// All before the contents.
  private final ByteBuffer index;

  private final int length;
  private final int locations;
  private final int strings;
  private final List<String> modules;

  private JimageFile(Path file, FileChannel channel) throws IOException {
    this.file = file;
    this.channel = channel;
    ByteBuffer header = read(0, HEADER_BYTES);
    if (header.getInt(0) == Integer.reverseBytes(MAGIC)) {
      header.order(ByteOrder.LITTLE_ENDIAN);
    }
    if (header.getInt(0) != MAGIC || (header.getInt(4) & 0xFFFF_0000) != VERSION) {
      throw new IOException(file + " is not a jimage file of version 1");
    }
    length = header.getInt(16);
    long locationBytes = header.getInt(20);
    long stringBytes = header.getInt(24);
    long bytes = HEADER_BYTES + 2L * Integer.BYTES * length + locationBytes + stringBytes;
    if (length <= 0 || locationBytes < 0 || stringBytes < 0 || bytes > MOST_INDEX_BYTES) {
      throw damaged("its header");
    }
    locations = HEADER_BYTES + 2 * Integer.BYTES * length;
    strings = locations + (int) locationBytes;
    index = read(0, (int) bytes).order(header.order());
    modules = readModules();
  }

  public static JimageFile open(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    try {
      return new JimageFile(file, channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private IOException damaged(String what) {
    return new IOException(file + " is damaged: " + what + " is invalid");
  }

  private ByteBuffer read(long from, int byteCount) throws IOException {
    if (from < 0 || from > channel.size() - byteCount) {
      throw damaged("its length");
    }
    ByteBuffer bytes = ByteBuffer.allocate(byteCount);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, from + bytes.position()) < 0) {
        throw damaged("its length");
      }
    }
    return bytes.flip();
  }

  private List<String> readModules() throws IOException {
    Set<Long> names = new TreeSet<>();
    for (int slot = 0; slot < length; slot++) {
      names.add(location(slot)[MODULE]);
    }
    List<String> found = new ArrayList<>();
    for (long name : names) {
      found.add(string(name));
    }
    return found;
  }

  /// {@return the attributes of a resource by their kinds; 0 where there is none}
  private long[] location(int slot) throws IOException {
    int offset = index.getInt(HEADER_BYTES + Integer.BYTES * (length + slot));
    if (offset < 0 || offset >= strings - locations) {
      throw damaged("a location");
    }
    long[] attributes = new long[KINDS];
    int at = locations + offset;
    while (at < strings) {
      int kind = (index.get(at) & 0xFF) >>> 3;
      int bytes = (index.get(at) & 7) + 1;
      at++;
      if (kind == END) {
        return attributes;
      }
      if (kind >= KINDS || at + bytes > strings) {
        break;
      }
      long value = 0;
      for (int i = 0; i < bytes; i++) {
        value = value << 8 | (index.get(at++) & 0xFF);
      }
      attributes[kind] = value;
    }
    throw damaged("a location");
  }

  private String string(long offset) throws IOException {
    if (offset < 0 || offset >= index.limit() - strings) {
      throw damaged("a name");
    }
    int from = strings + (int) offset;
    int to = from;
    while (to < index.limit() && index.get(to) != 0) {
      to++;
    }
    byte[] name = new byte[to - from];
    index.get(from, name);
    return new String(name, UTF_8);
  }

  @Override
  public byte @Nullable [] find(String name) throws IOException {
    for (String module : modules) {
      long[] resource = resource("/" + module + "/" + name);
      if (resource != null) {
        return content(resource);
      }
    }
    return null;
  }

  @Override
  public boolean isOfJdk(String name) throws IOException {
    for (String module : modules) {
      // An image made by jlink has modules of others beside the JDK's.
      if ((module.startsWith("java.") || module.startsWith("jdk."))
          && resource("/" + module + "/" + name) != null) {
        return true;
      }
    }
    return false;
  }

  private long @Nullable [] resource(String name) throws IOException {
    byte[] bytes = name.getBytes(UTF_8);
    int redirect = index.getInt(HEADER_BYTES + Integer.BYTES * (hash(bytes, SEED) % length));
    if (redirect == 0) {
      return null;
    }
    int slot = redirect < 0 ? -1 - redirect : hash(bytes, redirect) % length;
    if (slot >= length) {
      throw damaged("its table");
    }
    long[] resource = location(slot);
    return name.equals(nameOf(resource)) ? resource : null;
  }

  private static int hash(byte[] name, int seed) {
    int hash = seed;
    for (byte b : name) {
      hash = hash * SEED ^ (b & 0xFF);
    }
    return hash & Integer.MAX_VALUE;
  }

  private String nameOf(long[] resource) throws IOException {
    StringBuilder name = new StringBuilder();
    for (int kind = MODULE; kind <= EXTENSION; kind++) {
      String part = string(resource[kind]);
      if (!part.isEmpty()) {
        name.append(kind == EXTENSION ? '.' : '/').append(part);
      }
    }
    return name.toString();
  }

  private byte[] content(long[] resource) throws IOException {
    if (resource[COMPRESSED] != 0) {
      throw new IOException(file + " is compressed (jlink --compress), which is not supported");
    }
    long byteCount = resource[UNCOMPRESSED];
    if (byteCount < 0 || byteCount > MOST_BYTES || resource[OFFSET] < 0) {
      throw damaged("the length of a class file");
    }
    // The sum overflows to less than 0, which is refused.
    byte[] bytes = new byte[(int) byteCount];
    read(index.limit() + resource[OFFSET], bytes.length).get(bytes);
    return bytes;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
