// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/// A receiver over plain sockets that does what it is told: one [Answer] for each request, and 200
/// when there is none left.
public final class Receiver implements AutoCloseable {
  /// What a request came with.
  @SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
  public record Request(String path, Map<String, String> headers, byte[] body, long nanos) {
    byte[] content() {
      if (!headers.getOrDefault("content-encoding", "").equals("gzip")) {
        return body;
      }
      try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
        return in.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /// Answers a request.
  public interface Answer {
    /// {@return whether the connection is left open}
    boolean give(OutputStream out) throws IOException, InterruptedException;
  }

  private final ServerSocket server;
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
  private final List<Socket> sockets = new ArrayList<>();
  private volatile Answer otherwise = status(200);

  public Receiver() throws IOException {
    server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().name("receiver").start(this::acceptAll);
  }

  public String url() {
    return "http://localhost:" + server.getLocalPort() + "/v1/test";
  }

  public String base() {
    return "http://localhost:" + server.getLocalPort();
  }

  public Receiver then(Answer answer) {
    answers.add(answer);
    return this;
  }

  Receiver always(Answer answer) {
    otherwise = answer;
    return this;
  }

  /// {@return the next request; fails when none comes}
  public Request take() throws InterruptedException {
    Request request = requests.poll(30, TimeUnit.SECONDS);
    if (request == null) {
      throw new AssertionError("no request has come");
    }
    return request;
  }

  /// {@return the requests that came and were not taken}
  public int untaken() {
    return requests.size();
  }

  public static Answer status(int status, String... headers) {
    return answer(status, new byte[0], headers);
  }

  static Answer answer(int status, byte[] body, String... headers) {
    return out -> {
      StringBuilder head =
          new StringBuilder("HTTP/1.1 " + status + " x\r\nContent-Length: " + body.length + "\r\n");
      for (String header : headers) {
        head.append(header).append("\r\n");
      }
      out.write(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
      out.write(body);
      out.flush();
      return true;
    };
  }

  static Answer hang() {
    return _ -> {
      Thread.sleep(Long.MAX_VALUE);
      return false;
    };
  }

  static Answer hangUp() {
    return _ -> false;
  }

  /// Announces more than it sends.
  static Answer breakOff(int status) {
    return out -> {
      String head = "HTTP/1.1 " + status + " x\r\nContent-Length: 1000\r\n\r\nabc";
      out.write(head.getBytes(StandardCharsets.ISO_8859_1));
      out.flush();
      return false;
    };
  }

  /// Announces more than it sends, and stays there.
  static Answer stall(int status) {
    return out -> {
      String head = "HTTP/1.1 " + status + " x\r\nContent-Length: 1000\r\n\r\nabc";
      out.write(head.getBytes(StandardCharsets.ISO_8859_1));
      out.flush();
      Thread.sleep(Long.MAX_VALUE);
      return false;
    };
  }

  static Answer endless(int status) {
    return out -> {
      String head = "HTTP/1.1 " + status + " x\r\nTransfer-Encoding: chunked\r\n\r\n";
      out.write(head.getBytes(StandardCharsets.ISO_8859_1));
      byte[] chunk = ("1000\r\n" + "z".repeat(0x1000) + "\r\n").getBytes(StandardCharsets.UTF_8);
      while (true) {
        out.write(chunk); // Until the client hangs up.
      }
    };
  }

  private void acceptAll() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        synchronized (sockets) {
          sockets.add(socket);
        }
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      boolean open = true;
      while (open) {
        Request request = read(in);
        if (request == null) {
          return;
        }
        requests.add(request);
        Answer answer = answers.poll();
        open = (answer == null ? otherwise : answer).give(socket.getOutputStream());
      }
    } catch (IOException | InterruptedException gone) {
      // The client does not want more.
    }
  }

  private static @Nullable Request read(InputStream in) throws IOException {
    String first = line(in);
    if (first.isEmpty()) {
      return null;
    }
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    byte[] body =
        headers.containsKey("content-length")
            ? in.readNBytes(Integer.parseInt(headers.get("content-length")))
            : chunks(in);
    return new Request(first.split(" ", -1)[1], headers, body, System.nanoTime());
  }

  private static byte[] chunks(InputStream in) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    while (true) {
      int size = Integer.parseInt(line(in).strip(), 16);
      body.write(in.readNBytes(size));
      line(in);
      if (size == 0) {
        return body.toByteArray();
      }
    }
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    server.close();
    synchronized (sockets) {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }
}
