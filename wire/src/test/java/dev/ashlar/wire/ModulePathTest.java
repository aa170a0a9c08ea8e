// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.memory.Bytes;
import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Javac;
import dev.ashlar.testing.ModuleProgram;
import dev.ashlar.text.Utf8;
import java.io.File;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A stranger's module, which opens nothing, uses the packaged jars, with everything forbidden that
/// can be.
///
/// Runs when they have been made; the path of that of `wire` is the system property `ashlar.jar`.
class ModulePathTest {
  private static final String MODULE = "module consumer { requires dev.ashlar.wire; }";

  private static final String MAIN =
      """
      package consumer;

      import dev.ashlar.wire.ProtoField;
      import dev.ashlar.wire.ProtoReader;
      import dev.ashlar.wire.ProtoType;
      import dev.ashlar.wire.ProtoWriter;
      import java.lang.invoke.MethodHandles;
      import java.util.List;
      import java.util.Map;
      import java.util.Optional;

      final class Main {
        private enum Side {
          BUY,
          SELL
        }

        private sealed interface Price {}

        private record Limit(@ProtoField(5) double limit) implements Price {}

        private record Order(
            @ProtoField(1) long id,
            @ProtoField(2) String name,
            @ProtoField(3) Side side,
            @ProtoField(4) List<Order> parts,
            Price price,
            @ProtoField(6) Map<String, Integer> counts,
            @ProtoField(7) Optional<String> note) {}

        private static final ProtoType<Order> ORDER =
            ProtoType.of(MethodHandles.lookup(), Order.class);

        public static void main(String[] args) {
          Order part =
              new Order(7, "part", Side.SELL, List.of(), new Limit(1.5), Map.of("a", 1), Optional.of("n"));
          Order order =
              new Order(300, "Gr\\u00FC\\u00DFe", Side.BUY, List.of(part), null, Map.of(), Optional.empty());
          byte[] bytes = ORDER.toByteArray(order);
          System.out.println(bytes.length + " " + ORDER.parse(bytes).equals(order));
          ProtoWriter writer = ProtoWriter.create();
          writer.beginMessage(9);
          ORDER.write(part, writer);
          writer.endMessage();
          ProtoReader reader = ProtoReader.of(writer.toByteArray());
          reader.readTag();
          long begun = reader.beginMessage();
          System.out.println(ORDER.read(reader).equals(part));
          reader.endMessage(begun);
          System.out.println(ProtoType.class.getModule() + " in " + ORDER.getClass().getModule());
        }
      }
      """;

  @Test
  void theOneRequiresLineIsEnough(@TempDir Path folder) throws Exception {
    String jar = System.getProperty("ashlar.jar", "");
    assertThat(Path.of(jar)).isRegularFile();
    String modules = jar + File.pathSeparator + Javac.pathOf(Bytes.class, Utf8.class);
    ChildJvm.Ended run = ModuleProgram.run(folder, modules, MODULE, MAIN);

    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines())
        .containsExactly("43 true", "true", "module dev.ashlar.wire in module consumer");
    assertThat(run.exitCode()).isZero();
  }
}
