// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import dev.ashlar.table.Text;
import dev.ashlar.table.TextCodes;
import dev.ashlar.text.Utf8;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Texts with codes: a hash table with open addressing, and a [TextArea] that has the bytes of all
/// texts, also of short ones. Each text is also kept as a `String`, so that reading a row makes
/// none.
///
/// Looking up takes no lock. A thread that does not find a text takes the lock, and looks again
/// before it adds the text. A text is complete before its code is published.
public class TextDictionary implements TextCodes {
  private static final int FIRST_CAPACITY = 1 << 6;

  /// Arrays have two elements for each text.
  private static final int MAX_CAPACITY = 1 << 29;

  /// The golden ratio: the high bits of a product depend on all bits of a hash.
  private static final int SPREAD = 0x9E37_79B9;

  private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(int[].class);

  /// The texts by their codes, and the codes by hashes of the texts. When this object is full, a
  /// larger one replaces it.
  private static final class Entries {
    private final String[] strings;

    /// Two for each text, as in [TextWords].
    private final long[] words;

    /// Codes; 0 where there is none, as the empty text is not looked up here.
    private final int[] slots;

    Entries(int capacity) {
      strings = new String[capacity];
      words = new long[2 * capacity];
      slots = new int[2 * capacity];
    }

    private int firstSlot(String text) {
      return (text.hashCode() * SPREAD) >>> (Integer.numberOfLeadingZeros(slots.length) + 1);
    }

    private int nextSlot(int slot) {
      return (slot + 1) & (slots.length - 1);
    }

    void set(int code, String text, long head, long rest) {
      strings[code] = text;
      words[2 * code] = head;
      words[2 * code + 1] = rest;
      int slot = firstSlot(text);
      while (slots[slot] != 0) {
        slot = nextSlot(slot);
      }
      SLOTS.setRelease(slots, slot, code);
    }

    /// Returns the code of a text; -1 if this thread does not see one.
    int find(String text) {
      for (int slot = firstSlot(text); ; slot = nextSlot(slot)) {
        int code = (int) SLOTS.getAcquire(slots, slot);
        if (code == 0) {
          return -1;
        }
        if (strings[code].equals(text)) {
          return code;
        }
      }
    }

    /// Returns the same texts with room for more.
    Entries grown() {
      Entries grown = new Entries(2 * strings.length);
      grown.strings[0] = strings[0];
      for (int code = 1; code < strings.length; code++) {
        grown.set(code, strings[code], words[2 * code], words[2 * code + 1]);
      }
      return grown;
    }
  }

  private final TextArea area;
  private volatile Entries entries = new Entries(FIRST_CAPACITY);
  private volatile int count = 1;

  /// @param area has no texts but those of this dictionary
  public TextDictionary(TextArea area) {
    this.area = area;
    entries.strings[0] = "";
  }

  /// Returns the file of the area; null if that is memory.
  public final @Nullable Path file() {
    return area.file();
  }

  /// Adds the bytes of a text to the area, under the lock.
  ///
  /// @return where it is
  protected long addToArea(String text, int length) {
    return area.add(text, length, false);
  }

  /// Adds texts that another process has put into the area, under the lock.
  protected void follow() {}

  /// Makes the texts of codes reach the disk that may not be there yet.
  ///
  /// @param to behind the last of these codes
  protected void force(int to) {}

  /// Makes all texts reach the disk.
  public final void force() {
    force(count);
  }

  /// Makes room for one more text, before its bytes are in the area. The caller has the lock.
  private void makeRoom() {
    int capacity = entries.strings.length;
    if (count == capacity) {
      if (capacity == MAX_CAPACITY) {
        throw new IllegalStateException(
            "A table has at most %d texts in its dictionary: leave @DictionaryEncoded out"
                .formatted(capacity));
      }
      entries = entries.grown();
    }
  }

  /// Gives the next code to a text that is in the area. The caller has the lock.
  protected final void publish(String text, int length, long place) {
    makeRoom();
    long head = TextWords.head(text, length);
    long rest = TextWords.isInPlace(head) ? TextWords.rest(text) : place;
    int code = count;
    entries.set(code, text, head, rest);
    count = code + 1;
  }

  /// The number of texts that have codes in this process.
  protected final int knownCount() {
    return count;
  }

  @Override
  public final synchronized int count() {
    follow();
    return count;
  }

  @Override
  public final int codeOf(String text) {
    int code = find(text);
    if (code >= 0) {
      return code;
    }
    synchronized (this) {
      follow();
      return find(text);
    }
  }

  private int find(String text) {
    return text.isEmpty() ? 0 : entries.find(text);
  }

  /// Returns the code of a text, which is added if it is new.
  ///
  /// @param text without unpaired surrogates
  /// @param durable whether it is to be on the disk when this returns
  /// @throws java.io.UncheckedIOException if there is no room for it in a file
  public final int add(String text, boolean durable) {
    int code = find(text);
    if (code < 0) {
      code = addNew(text);
    }
    if (durable) {
      force(code + 1);
    }
    return code;
  }

  private synchronized int addNew(String text) {
    int found = find(text);
    if (found >= 0) {
      return found;
    }
    makeRoom(); // A full dictionary fails before the area grows.
    int length = (int) Utf8.encodedLength(text);
    long place = addToArea(text, length);
    // An arena may have added texts meanwhile, in this thread, also this one.
    found = find(text);
    if (found >= 0) {
      return found;
    }
    int code = count;
    publish(text, length, place);
    return code;
  }

  /// Whether there is a text of a code. Anything may be in the row of a file.
  public final boolean has(int code) {
    return code >= 0 && (code < count || isNew(code));
  }

  /// Another process may have added the text.
  private synchronized boolean isNew(int code) {
    follow();
    return code < count;
  }

  /// Returns the text of a code that this [has][#has].
  public final TextValue value(int code) {
    long[] words = entries.words;
    return TextValue.of(words[2 * code], words[2 * code + 1], area);
  }

  /// Adds the text of a code to a key; returns false if there is none.
  public final boolean addTo(KeyBytes key, int code) {
    if (!has(code)) {
      return false;
    }
    long[] words = entries.words;
    return key.addOrCompare(words[2 * code], words[2 * code + 1], area);
  }

  /// Returns the text of a code that this [has][#has], as the same `String` each time.
  public final String string(int code) {
    return entries.strings[code];
  }

  @Override
  public final Text text(int code) {
    if (!has(code)) {
      throw new IndexOutOfBoundsException(
          "No text has the code %d; there are %d".formatted(code, count));
    }
    return value(code);
  }
}
