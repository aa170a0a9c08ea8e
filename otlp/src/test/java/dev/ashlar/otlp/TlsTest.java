// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.ashlar.otlp.internal.send.Tls;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A receiver that is trusted by its certificate alone, and wants to know who the exporter is.
class TlsTest {
  private static final String PASSWORD = "changeit";
  private static final List<SpanData> SPANS =
      new RandomTelemetry(new SplittableRandom(3)).spans(1_000);

  /// A key with its certificate, as PEM.
  private record Identity(KeyStore store) {
    /// Made by the JDK's own tool.
    static Identity create(Path folder, String name, String algorithm) throws Exception {
      Path file = folder.resolve(name + ".p12");
      Process tool =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                  "-genkeypair",
                  "-alias",
                  name,
                  "-keyalg",
                  algorithm,
                  "-dname",
                  "CN=" + name,
                  "-ext",
                  "san=dns:localhost",
                  "-storetype",
                  "PKCS12",
                  "-keystore",
                  file.toString(),
                  "-storepass",
                  PASSWORD)
              .redirectErrorStream(true)
              .start();
      String said = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(tool.waitFor()).as(said).isZero();
      KeyStore store = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(file)) {
        store.load(in, PASSWORD.toCharArray());
      }
      return new Identity(store);
    }

    private String alias() throws Exception {
      return store.aliases().nextElement();
    }

    byte[] certificate() throws Exception {
      return pem("CERTIFICATE", store.getCertificate(alias()).getEncoded());
    }

    byte[] key() throws Exception {
      return pem("PRIVATE KEY", store.getKey(alias(), PASSWORD.toCharArray()).getEncoded());
    }

    private static byte[] pem(String type, byte[] bytes) {
      String text = Base64.getMimeEncoder().encodeToString(bytes);
      return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
          .formatted(type, text, type)
          .getBytes(StandardCharsets.UTF_8);
    }
  }

  private static HttpsServer server(Identity own, Identity client, BlockingQueue<byte[]> bodies)
      throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(own.store(), PASSWORD.toCharArray());
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("client", client.store().getCertificate(client.alias()));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(context) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters wanted = context.getDefaultSSLParameters();
            wanted.setNeedClientAuth(true);
            parameters.setSSLParameters(wanted);
          }
        });
    server.createContext(
        "/",
        exchange -> {
          bodies.add(exchange.getRequestBody().readAllBytes());
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static boolean exports(AshlarExporterBuilder<AshlarSpanExporter> builder) {
    try (AshlarSpanExporter exporter = builder.build()) {
      return exporter.export(SPANS).join(50, TimeUnit.SECONDS).isSuccess();
    }
  }

  @Test
  void whoIsTrusted(@TempDir Path folder) throws Exception {
    Identity receiver = Identity.create(folder, "receiver", "EC");
    Identity client = Identity.create(folder, "client", "RSA");
    BlockingQueue<byte[]> bodies = new LinkedBlockingQueue<>();
    HttpsServer server = server(receiver, client, bodies);
    String url = "https://localhost:" + server.getAddress().getPort() + "/";
    OtlpEncoder<SpanData> encoder = OtlpEncoder.ofSpans();
    encoder.encode(SPANS);
    try (LogCapture log = new LogCapture(AshlarSpanExporter.class)) {
      assertThat(
              exports(
                  AshlarSpanExporter.builder()
                      .setEndpoint(url)
                      .setTrustedCertificates(receiver.certificate())
                      .setClientTls(client.key(), client.certificate())))
          .isTrue();
      assertThat(bodies.take()).isEqualTo(encoder.toByteArray());
      assertThat(log.messages()).isEmpty();

      // The JDK does not know who signed the receiver's certificate; that is not tried again.
      assertThat(exports(AshlarSpanExporter.builder().setEndpoint(url))).isFalse();
      assertThat(log.warnings()).singleElement().asString().contains("SSLHandshakeException");
      assertThat(bodies).isEmpty();
    } finally {
      server.stop(0);
    }
  }

  @Test
  void filesThatAreNone() {
    byte[] none = "nothing".getBytes(StandardCharsets.UTF_8);
    assertThatIllegalArgumentException().isThrownBy(() -> Tls.of(none, null, null));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tls.of(null, none, none))
        .withMessageContaining("openssl pkcs8");
    byte[] old =
        "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----"
            .getBytes(StandardCharsets.UTF_8);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tls.of(null, old, none))
        .withMessageContaining("openssl pkcs8");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tls.of(null, none, null))
        .withMessageContaining("both");
  }
}
