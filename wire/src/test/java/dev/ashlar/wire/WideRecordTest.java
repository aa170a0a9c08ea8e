// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import dev.ashlar.testing.Garbage;
import dev.ashlar.testing.Seeded;
import dev.ashlar.wire.internal.codegen.TypeGenerator;
import dev.ashlar.wire.internal.schema.SchemaBuilder;
import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandles.Lookup;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Records with as many components as there can be: no method that is generated for one is too
/// large to be compiled.
@ExtendWith(Seeded.class)
class WideRecordTest {
  /// HotSpot does not compile methods with more bytes of code.
  private static final int HUGE_METHOD = 8_000;

  /// Of each kind of component in turn.
  private static final List<String> KINDS =
      List.of(
          "int",
          "@ProtoOptional Integer",
          "List<Color>",
          "String",
          "ProtoEnum<Color>",
          "boolean",
          "Optional<Wide>",
          "List<Integer>",
          "float",
          "Map<Integer, String>",
          "Wide",
          "int[]",
          "OptionalInt",
          "byte[]",
          "Color",
          "List<Wide>",
          "@ProtoOptional String");

  /// Kinds of few slots that take most code.
  private static final List<String> LARGE = List.of("List<Color>", "Optional<Color>");

  private static List<String> components(List<String> kinds, int count) {
    return IntStream.range(0, count).mapToObj(i -> kinds.get(i % kinds.size())).toList();
  }

  /// {@return a record of such components, compiled, and a lookup in its package}
  private static Lookup compile(Path folder, List<String> components) throws Exception {
    String fields =
        IntStream.range(0, components.size())
            .mapToObj(i -> "@ProtoField(" + (3 * i + 1) + ") " + components.get(i) + " c" + i)
            .collect(joining(",\n    "));
    String cases =
        IntStream.range(0, 150)
            .mapToObj(i ->
                "  record Case%1$d(@ProtoField(%2$d) %3$s v%1$d) implements Choice {}"
                    .formatted(i, 10_000 + i, i % 2 == 0 ? "long" : "Color"))
            .collect(joining("\n"));
    String source =
        """
        package wide;
        import dev.ashlar.wire.*;
        import java.lang.invoke.MethodHandles;
        import java.util.*;
        public record Wide(
            %s,
            Choice choice,
            UnknownFields unknown) {
          public enum Color { RED, GREEN, BLUE }
          public sealed interface Choice {}
        %s
          public static MethodHandles.Lookup lookup() { return MethodHandles.lookup(); }
        }
        """
            .formatted(fields, cases);
    Path file = Files.createDirectories(folder.resolve("wide")).resolve("Wide.java");
    Files.writeString(file, source);
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-d",
                folder.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                file.toString());
    assertThat(failed).isZero();
    ClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()});
    return (Lookup) loader.loadClass("wide.Wide").getMethod("lookup").invoke(null);
  }

  @SuppressWarnings("unchecked") // It is compiled as one.
  private static ProtoType<Record> type(Lookup lookup) {
    return (ProtoType<Record>)
        (ProtoType<?>) ProtoType.of(lookup, lookup.lookupClass().asSubclass(Record.class));
  }

  private static List<Integer> codeSizes(Lookup lookup) {
    byte[] classFile =
        new TypeGenerator(
                ClassDesc.of("wide.Generated"),
                SchemaBuilder.messages(lookup, lookup.lookupClass(), UnknownFields.class))
            .classFile();
    return ClassFile.of().parse(classFile).methods().stream()
        .flatMap(method -> method.findAttribute(Attributes.code()).stream())
        .map(code -> code.codeLength())
        .toList();
  }

  @Test
  void methodsAreNeverTooLarge(@TempDir Path folder) throws Exception {
    Lookup all = compile(folder.resolve("all"), components(KINDS, 240));
    assertThat(codeSizes(all)).allMatch(size -> size <= HUGE_METHOD);
    Lookup large = compile(folder.resolve("large"), components(LARGE, 250));
    assertThat(codeSizes(large)).allMatch(size -> size <= HUGE_METHOD);
  }

  /// Its classes are found by no loader that the generator knows.
  @Test
  void whatIsReadIsWritten(@TempDir Path folder, RandomGenerator random) throws Exception {
    ProtoType<Record> type = type(compile(folder, components(KINDS, 240)));
    Descriptor descriptor =
        ProtoSources.file(type.toProto()).findMessageTypeByName(type.recordType().getSimpleName());
    for (int turn = 0; turn < 20; turn++) {
      byte[] first = message(random, descriptor, 3).toByteArray();
      byte[] second = message(random, descriptor, 2).toByteArray();
      byte[] both = Stream.of(first, second).reduce(new byte[0], WideRecordTest::join);
      DynamicMessage expected = DynamicMessage.parseFrom(descriptor, both);
      assertThat(rewritten(type, descriptor, type.parse(both))).isEqualTo(expected);
      Record merged = type.merge(type.parse(first), ProtoReader.of(second));
      assertThat(rewritten(type, descriptor, merged)).isEqualTo(expected);
      int cut = random.nextInt(first.length + 1);
      assertThat(accepts(type, first, cut)).isEqualTo(theyAccept(descriptor, first, cut));
    }
  }

  private static byte[] join(byte[] a, byte[] b) {
    byte[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  private static DynamicMessage rewritten(
      ProtoType<Record> type, Descriptor descriptor, Record message) throws IOException {
    return DynamicMessage.parseFrom(descriptor, type.toByteArray(message));
  }

  private static boolean accepts(ProtoType<Record> type, byte[] bytes, int length) {
    try {
      return type.parse(bytes, 0, length) != null;
    } catch (ProtoFormatException refused) {
      return false;
    }
  }

  private static boolean theyAccept(Descriptor descriptor, byte[] bytes, int length) {
    try {
      return DynamicMessage.parseFrom(descriptor, Arrays.copyOf(bytes, length)) != null;
    } catch (IOException refused) {
      return false;
    }
  }

  private static DynamicMessage message(RandomGenerator random, Descriptor type, int depth) {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
    double share = random.nextDouble() * (depth == 3 ? 1 : 0.2);
    for (FieldDescriptor field : type.getFields()) {
      boolean nested = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
      if (random.nextDouble() > share
          || (nested && !field.isMapField() && (depth == 0 || random.nextInt(8) > 0))) {
        continue;
      }
      if (field.isRepeated()) {
        message.addRepeatedField(field, value(random, field, depth));
      } else {
        message.setField(field, value(random, field, depth));
      }
    }
    return message.build();
  }

  private static Object value(RandomGenerator random, FieldDescriptor field, int depth) {
    long number = Messages.number(random);
    return switch (field.getJavaType()) {
      case INT -> (int) number;
      case LONG -> number;
      case FLOAT -> (float) number;
      case DOUBLE -> (double) number;
      case BOOLEAN -> random.nextBoolean();
      case STRING -> Messages.text(random).replace("\uD800", "?");
      case BYTE_STRING -> ByteString.copyFrom(Messages.bytes(random));
      case ENUM -> field.getEnumType().getValues().get(random.nextInt(3));
      case MESSAGE ->
          field.isMapField()
              ? entry(random, field)
              : message(random, field.getMessageType(), depth - 1);
    };
  }

  private static DynamicMessage entry(RandomGenerator random, FieldDescriptor field) {
    DynamicMessage.Builder entry = DynamicMessage.newBuilder(field.getMessageType());
    for (FieldDescriptor part : field.getMessageType().getFields()) {
      entry.setField(part, value(random, part, 0));
    }
    return entry.build();
  }

  @Test
  void readingAWideRecordLeavesNoGarbageButTheRecord() {
    byte[] bytes = Conformance.ALL_TYPES.toByteArray(Conformance.ALL_TYPES.parse(new byte[0]));
    assertThat(bytes).isEmpty();
    Conformance.@Nullable TestAllTypesProto3[] kept = new Conformance.TestAllTypesProto3[1];
    // A header, four bytes for each of 143 components, four more for those that are eight wide.
    Garbage.assertAtMost(
        500 * (16 + 4 * 143 + 4 * 10) + 499,
        () -> {
          for (int i = 0; i < 500; i++) {
            kept[0] = Conformance.ALL_TYPES.parse(bytes);
          }
        });
    assertThat(kept[0]).isNotNull();
  }
}
