// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.log;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.Locale;

/// The tags of a log that the readers need.
public enum Tag {
  HOTSPOT_LOG,
  HOTSPOT_LOG_DONE,
  END_HOTSPOT_LOG,
  COMPILATION_LOG,
  THREAD_LOGFILE,
  // The head of the log.
  NAME,
  RELEASE,
  INFO,
  VM_ARGUMENTS,
  ARGS,
  COMMAND,
  LAUNCHER,
  PROPERTIES,
  END_NAME,
  END_RELEASE,
  END_INFO,
  END_VM_ARGUMENTS,
  END_ARGS,
  END_COMMAND,
  END_LAUNCHER,
  END_PROPERTIES,
  // A compilation.
  START_COMPILE_THREAD,
  TASK,
  TASK_DONE,
  END_TASK,
  TYPE,
  KLASS,
  METHOD,
  PARSE,
  END_PARSE,
  BC,
  CALL,
  DIRECT_CALL,
  VIRTUAL_CALL,
  INLINE_SUCCESS,
  INLINE_FAIL,
  INLINE_ID,
  INTRINSIC,
  LATE_INLINE,
  FRAGMENT,
  END_FRAGMENT,
  END_LATE_INLINE,
  FAILURE,
  ELIMINATE_ALLOCATION,
  END_ELIMINATE_ALLOCATION,
  ELIMINATE_LOCK,
  END_ELIMINATE_LOCK,
  // Events of compiled code; the first two occur in compilations too.
  UNCOMMON_TRAP,
  JVMS,
  END_UNCOMMON_TRAP,
  MAKE_NOT_ENTRANT,
  NMETHOD,
  // The compilers and the code cache.
  TASK_QUEUED,
  CODE_CACHE,
  CODE_CACHE_FULL,
  SWEEPER,
  /// Any other.
  UNWANTED;

  private static final int SLOTS = 256;
  private static final Tag[] TAGS = new Tag[SLOTS];
  private static final byte[][] NAMES = new byte[SLOTS][];

  static {
    Arrays.fill(TAGS, UNWANTED);
    Arrays.fill(NAMES, new byte[0]);
    for (Tag tag : values()) {
      byte[] name = tag.written().getBytes(US_ASCII);
      int slot = slot(name, 0, name.length);
      if (NAMES[slot].length > 0) {
        throw new AssertionError(tag + " and " + TAGS[slot] + " need another hash");
      }
      TAGS[slot] = tag;
      NAMES[slot] = name;
    }
  }

  private String written() {
    String name = name().toLowerCase(Locale.ROOT);
    return name.startsWith("end_") ? "/" + name.substring("end_".length()) : name;
  }

  /// A perfect hash of these tags.
  private static int slot(byte[] bytes, int from, int to) {
    return (9 * (to - from) + bytes[from] + 41 * bytes[to - 1]) & (SLOTS - 1);
  }

  /// {@return whether a name is most likely a damaged name of one of these tags: truncated, or with
  /// one character changed}
  public static boolean isDamaged(String name) {
    for (Tag tag : values()) {
      if (tag != UNWANTED && isDamaged(name, tag.written())) {
        return true;
      }
    }
    return false;
  }

  /// {@return whether `name` is `intended` truncated, or with one character changed}
  public static boolean isDamaged(String name, String intended) {
    if (name.length() != intended.length()) {
      return intended.startsWith(name);
    }
    int differing = 0;
    for (int i = 0; i < name.length(); i++) {
      differing += name.charAt(i) == intended.charAt(i) ? 0 : 1;
    }
    return differing == 1;
  }

  /// {@return the tag of a name, which has one byte at least}
  public static Tag of(byte[] bytes, int from, int to) {
    int slot = slot(bytes, from, to);
    byte[] name = NAMES[slot];
    return Arrays.equals(name, 0, name.length, bytes, from, to) ? TAGS[slot] : UNWANTED;
  }
}
