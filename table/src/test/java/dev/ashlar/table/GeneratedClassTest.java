// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.table.internal.access.MemoryKind;
import dev.ashlar.table.internal.codegen.RowValuesGenerator;
import dev.ashlar.table.internal.schema.Schema;
import dev.ashlar.testing.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the generated classes look like.
final class GeneratedClassTest {
  /// HotSpot inlines no method of more than 325 bytecodes.
  @Test
  void accessorsAreSmallEnoughToInline() {
    assertSmall(Sample.TYPE.schema(), 9);
    assertSmall(
        TableType.of(MethodHandles.lookup(), WideCursorInliningTest.Wide.class).schema(), 32);
    assertSmall(TableType.of(MethodHandles.lookup(), Seven.class).schema(), 7);
  }

  /// More primitives than one method reads, with indexes that take two bytes.
  private record Seven(
      UUID u0,
      UUID u1,
      UUID u2,
      UUID u3,
      UUID u4,
      UUID u5,
      long v0,
      long v1,
      long v2,
      long v3,
      long v4,
      long v5,
      long v6) {}

  private static void assertSmall(Schema schema, int fields) {
    byte[] reader =
        new RowValuesGenerator(
                ClassDesc.of("dev.ashlar.table.Generated"), schema, MemoryKind.COLUMNS)
            .classFile();
    assertThat(ClassFile.of().parse(reader).methods())
        .filteredOn(method -> !name(method).equals("<clinit>"))
        .hasSizeGreaterThan(fields / 2)
        .allSatisfy(method ->
            assertThat(
                    method
                        .findAttribute(Attributes.code())
                        .map(CodeAttribute::codeLength)
                        .orElseThrow())
                .as(name(method))
                .isLessThan(325));
  }

  private static String name(MethodModel method) {
    return method.methodName().stringValue();
  }

  @Test
  void canBeWrittenOut(@TempDir Path folder) throws Exception {
    ChildJvm.run(
        "written", 300, List.of("-Ddev.ashlar.table.classes=" + folder), Writer.class.getName());
    for (String name :
        List.of("Sample$Table", "Sample$RowValues", "TableLifetimeTest$Ids$Sample")) {
      Path file = folder.resolve("dev/ashlar/table/" + name + ".class");
      assertThat(ClassFile.of().parse(Files.readAllBytes(file)).thisClass().asSymbol())
          .isEqualTo(ClassDesc.of("dev.ashlar.table." + name));
    }
  }

  /// A failure on the way to the first iterator is the program's to see, and does not come again.
  @Test
  void anIteratorWhoseClassCannotBeWrittenOutIsMadeLater(@TempDir Path folder) throws Exception {
    Path classes = folder.resolve("classes");
    String printed =
        ChildJvm.run(
            "written-later",
            300,
            List.of("-Ddev.ashlar.table.classes=" + classes),
            LateWriter.class.getName(),
            classes.toString());
    assertThat(printed).contains("java.io.UncheckedIOException").contains("then 3 rows");
    assertThat(classes.resolve("dev/ashlar/table/Sample$RowIterator.class")).isNotEmptyFile();
  }

  static final class LateWriter {
    private LateWriter() {}

    public static void main(String[] arguments) throws IOException {
      Path classes = Path.of(arguments[0]);
      Table<Sample> table = Sample.TYPE.columns().heap(3);
      Path away = classes.resolveSibling("away");
      Files.move(classes, away);
      Files.createFile(classes);
      try {
        System.out.println(table.iterator().hasNext());
      } catch (UncheckedIOException expected) {
        System.out.println(expected);
      }
      Files.delete(classes);
      Files.move(away, classes);
      int rows = 0;
      for (Sample row : table) {
        rows += row == null ? 0 : 1;
      }
      System.out.println("then " + rows + " rows");
    }
  }

  @Test
  void aNativeImageIsRefusedClearly() throws Exception {
    String printed =
        ChildJvm.run(
            "image",
            300,
            List.of("-Dorg.graalvm.nativeimage.imagecode=runtime"),
            Writer.class.getName());
    assertThat(printed).contains("native image");
  }

  static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) throws IOException {
      try (TableFixture fixture = new TableFixture()) {
        TableFixture.kinds()
            .getFirst()
            .make(fixture, Sample.TYPE, 1)
            .cursor(TableLifetimeTest.Ids.class);
      } catch (ExceptionInInitializerError failure) {
        System.out.println(failure.getCause());
      }
    }
  }
}
