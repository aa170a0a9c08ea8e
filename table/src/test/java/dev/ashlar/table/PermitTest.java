// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.ColumnAddresses;
import dev.ashlar.table.internal.access.FieldAccess;
import dev.ashlar.table.internal.access.Ownership;
import dev.ashlar.table.internal.access.Permit;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What a program can do with the public classes behind the API, which the class path does not
/// hide: nothing that reaches memory without checks.
final class PermitTest {
  record Entry(long id) {}

  private static final TableType<Entry> TYPE = TableType.of(MethodHandles.lookup(), Entry.class);

  /// This class is in the package of the API, but not in its jar.
  static List<Lookup> strangers() {
    return List.of(
        MethodHandles.lookup(),
        MethodHandles.lookup().in(TableType.class),
        MethodHandles.lookup().in(Chunk.class),
        MethodHandles.publicLookup(),
        MethodHandles.publicLookup().in(TableType.class));
  }

  @ParameterizedTest
  @MethodSource("strangers")
  void noStrangerGetsAPermit(Lookup stranger) {
    assertThatExceptionOfType(SecurityException.class)
        .isThrownBy(() -> Permit.of(stranger))
        .withMessageContaining("dev.ashlar.table");
  }

  @Test
  @SuppressWarnings("NullAway") // That is what is tried.
  void nothingIsMadeWithoutAPermit() {
    assertThatNullPointerException()
        .isThrownBy(() -> new Schema(null, Entry.class, List.of(), List.of(), List.of()));
    assertThatNullPointerException()
        .isThrownBy(() -> Schema.of(null, MethodHandles.lookup(), Entry.class));
    assertThatNullPointerException()
        .isThrownBy(() -> new Ownership(null, null, Arena.global().scope()));
  }

  interface Walk extends Cursor {
    long id();
  }

  /// The fields of generated classes can be read by the record's module, in whose package they are.
  @Test
  void noFieldOfAGeneratedClassHasWhatReachesMemory() throws ReflectiveOperationException {
    Table<Entry> table = TYPE.columns().allocate(Arena.ofAuto(), 10);
    table.append(new Entry(1));
    int constants = 0;
    for (Class<?> generated :
        List.of(
            table.getClass(),
            table.cursor(Walk.class).getClass(),
            table.iterator().getClass(),
            table.reader().getClass())) {
      for (Field field : generated.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers())) {
          field.setAccessible(true);
          assertThat(field.get(null))
              .as(generated + "." + field.getName())
              .isNotInstanceOfAny(
                  MemorySegment.class, Permit.class, Schema.class, TableType.class, List.class);
          constants++;
        }
      }
    }
    assertThat(constants).isPositive();
  }

  /// To the JVM, what generated classes call is public: a program finds it by reflection. With an
  /// access that it makes on the class path and a chunk of a table, it would choose addresses.
  @Test
  void nothingThatGeneratedClassesCallGivesAChunkAway() throws ReflectiveOperationException {
    Class<?> calls = Class.forName(GeneratedCode.class.getName() + "$Calls");
    assertThat(Modifier.isProtected(calls.getModifiers())).isTrue();
    assertThat(calls.getMethods())
        .filteredOn(method -> method.getReturnType() == Chunk.class)
        .extracting(Method::getName)
        .containsExactly("toChunk");
  }

  /// The kind is an argument of an access: it must not turn offsets that a stranger chose into
  /// addresses.
  @Test
  void aChunkThatAStrangerMadeIsNotReachedByAddress() {
    MemorySegment secret = Arena.ofAuto().allocateFrom(ValueLayout.JAVA_LONG, 42);
    long[] starts = {secret.address()};
    Chunk heap =
        Chunk.ofWords(0, 10, new long[10], starts, new long[] {8}, new Object[] {new long[0]});
    Chunk checked =
        Chunk.ofNative(
            Chunk.ROWS,
            null,
            0,
            10,
            MemorySegment.NULL.asSlice(0, 0),
            new long[] {0},
            new long[] {0},
            new int[] {8},
            new Object[] {new long[0]},
            null,
            0);
    FieldAccess access = new FieldAccess(0, 8, 0, 8, 0, 1, 0, 0, ColumnAddresses.of(0));
    for (Chunk chunk : List.of(heap, checked)) {
      for (int kind = 0; kind < Chunk.HEAP_ROWS; kind++) {
        int direct = kind;
        assertThatThrownBy(() -> access.getLong(chunk, chunk.ownership, direct, 0))
            .isInstanceOfAny(IllegalStateException.class, IndexOutOfBoundsException.class);
      }
    }
  }

  /// A program may call by reflection what its own nest mates have, and generated classes are such.
  @Test
  void noMethodOfAGeneratedClassWritesToAnAddress() {
    assertThat(TYPE.columns().heap(1).getClass().getDeclaredMethods())
        .filteredOn(method -> method.getReturnType() == void.class)
        .isNotEmpty()
        .noneMatch(
            method -> Arrays.equals(method.getParameterTypes(), new Class<?>[] {long.class}));
  }
}
