// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Through a collector that others wrote: Rotel decodes what Ashlar exports to it, and passes it on
/// to the receiver in an encoding of its own.
///
/// Its program, `rotel-agent`, is in the Python package `rotel`. It is taken from the PATH, or from
/// where the variable `ROTEL_AGENT` says.
class CollectorTest {
  private static final Duration START = Duration.ofSeconds(20);

  @Test
  void whatACollectorPassesOn(@TempDir Path folder) throws Exception {
    Path agent = agent();
    int port = freePort();
    List<String> lines = new CopyOnWriteArrayList<>();
    try (Receiver receiver = new Receiver(lines::add)) {
      Path said = folder.resolve("said.txt");
      Process collector =
          new ProcessBuilder(
                  agent.toString(),
                  "start",
                  "--pid-file=" + folder.resolve("pid"),
                  "--otlp-http-endpoint=127.0.0.1:" + port,
                  "--otlp-grpc-endpoint=127.0.0.1:" + freePort(),
                  "--exporter=otlp",
                  "--otlp-exporter-protocol=http",
                  "--otlp-exporter-endpoint=" + receiver.url())
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
      try {
        awaitListening(collector, port, said);
        Shop.run("http://127.0.0.1:" + port);
      } finally {
        // It passes on what it has before it ends.
        collector.destroy();
        boolean ended = collector.waitFor(20, TimeUnit.SECONDS);
        collector.destroyForcibly();
        assertThat(ended).as("the collector ends: %s", Files.readString(said)).isTrue();
      }
    }
    ShopTest.assertComplete(lines);
  }

  private static Path agent() {
    String named = System.getenv("ROTEL_AGENT");
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(
            Optional.ofNullable(named).map(Path::of).stream(),
            Stream.of(path.split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, "rotel-agent")))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseGet(() ->
            abort(
                "no collector is here: rotel-agent is neither on the PATH nor in ROTEL_AGENT; it is"
                    + " in the Python package rotel"));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void awaitListening(Process collector, int port, Path said) throws Exception {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < START.toNanos()) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
        return;
      } catch (IOException notYet) {
        if (!collector.isAlive()) {
          abort("the collector does not start: " + Files.readString(said).lines().findFirst());
        }
        Thread.sleep(50);
      }
    }
    throw new AssertionError("the collector does not listen: " + Files.readString(said));
  }
}
