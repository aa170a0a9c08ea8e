// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import dev.ashlar.cli.console.Failures;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/// A server of [JSON-RPC 2.0](https://www.jsonrpc.org/specification) over a stream, with a message
/// or a batch on each line. Whatever a line has, the next one is read. Blank lines are ignored.
final class JsonRpcServer {
  static final int PARSE_ERROR = -32700;
  static final int INVALID_REQUEST = -32600;
  static final int METHOD_NOT_FOUND = -32601;
  static final int INVALID_PARAMS = -32602;
  static final int INTERNAL_ERROR = -32603;

  /// The largest number of bytes of a line.
  static final int LONGEST = 1 << 20;

  /// The largest number of calls that wait or run.
  static final int MOST_CALLS = 1_000;

  /// The method that cancels a call, of the Model Context Protocol.
  private static final String CANCELLED = "notifications/cancelled";

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  /// The methods of a server.
  interface Methods {
    /// {@return the result of a request, or a `Callable` that computes it and may be interrupted}
    Object answer(String method, ObjectNode parameters) throws Refusal;
  }

  /// A request that cannot be answered.
  static final class Refusal extends Exception {
    private static final long serialVersionUID = 1;
    private final int code;

    Refusal(int code, String message) {
      super(message);
      this.code = code;
    }
  }

  /// Takes the answer to one message of a batch; null if it has none.
  private interface Reply extends Consumer<@Nullable Object> {}

  private final Methods methods;
  private final OutputStream out;
  private final Map<JsonNode, Future<?>> calls = new ConcurrentHashMap<>();

  private JsonRpcServer(Methods methods, OutputStream out) {
    this.methods = methods;
    this.out = out;
  }

  /// Answers requests until the end of `in`, and then the calls that are not answered yet.
  static void serve(InputStream in, OutputStream out, Methods methods) throws IOException {
    int threads = Runtime.getRuntime().availableProcessors();
    try (ExecutorService workers = Executors.newFixedThreadPool(threads)) {
      new JsonRpcServer(methods, out).readLines(new BufferedInputStream(in), workers);
    }
  }

  private void readLines(InputStream in, ExecutorService workers) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    long length = 0;
    for (int b = in.read(); b >= 0; b = in.read()) {
      if (b == '\n') {
        line(line.toByteArray(), length, workers);
        line.reset();
        length = 0;
      } else if (++length <= LONGEST) {
        line.write(b);
      }
    }
    line(line.toByteArray(), length, workers);
  }

  private void line(byte[] line, long length, ExecutorService workers) {
    if (length > LONGEST) {
      write(error(null, INVALID_REQUEST, "a message has " + LONGEST + " bytes at most"));
      return;
    }
    JsonNode message;
    try {
      message = MAPPER.readTree(line);
    } catch (JacksonException e) {
      write(error(null, PARSE_ERROR, "this line is no JSON: " + e.getOriginalMessage()));
      return;
    }
    if (message.isMissingNode()) {
      return;
    }
    if (!message.isArray()) {
      message(message, this::write, workers);
    } else if (message.isEmpty()) {
      write(error(null, INVALID_REQUEST, "a batch has at least one message"));
    } else {
      batch(message, workers);
    }
  }

  /// Answers a batch as a whole.
  private void batch(JsonNode messages, ExecutorService workers) {
    List<Object> answers = Collections.synchronizedList(new ArrayList<>());
    AtomicInteger open = new AtomicInteger(messages.size());
    Reply reply =
        answer -> {
          if (answer != null) {
            answers.add(answer);
          }
          if (open.decrementAndGet() == 0 && !answers.isEmpty()) {
            write(answers);
          }
        };
    messages.forEach(message -> message(message, reply, workers));
  }

  /// Passes exactly one answer to `reply`, perhaps later.
  private void message(JsonNode message, Reply reply, ExecutorService workers) {
    JsonNode id = message.get("id");
    JsonNode method = message.get("method");
    boolean isId = id != null && (id.isString() || id.isIntegralNumber());
    if (message.isObject() && method == null && (message.has("result") || message.has("error"))) {
      // The answer to a question that was not asked.
      reply.accept(null);
    } else if (method == null
        || !method.isString()
        || (id != null && !isId)
        || !"2.0".equals(message.path("jsonrpc").stringValue(null))) {
      reply.accept(
          error(
              isId ? id : null,
              INVALID_REQUEST,
              "a message is an object with \"jsonrpc\": \"2.0\", a \"method\", and, if it is a"
                  + " request, an \"id\" that is a text or a whole number"));
    } else if (id == null) {
      if (method.stringValue().equals(CANCELLED)) {
        cancel(message.path("params").path("requestId"));
      }
      reply.accept(null);
    } else {
      request(id, method.stringValue(), message.get("params"), reply, workers);
    }
  }

  private void request(
      JsonNode id,
      String method,
      @Nullable JsonNode parameters,
      Reply reply,
      ExecutorService workers) {
    try {
      if (parameters != null && !parameters.isObject()) {
        throw new Refusal(INVALID_PARAMS, "\"params\" is an object, with the names of parameters");
      }
      ObjectNode given = parameters == null ? MAPPER.createObjectNode() : parameters.asObject();
      Object answer = methods.answer(method, given);
      if (answer instanceof Callable<?> work) {
        start(id, work, reply, workers);
      } else {
        reply.accept(result(id, answer));
      }
    } catch (Refusal e) {
      reply.accept(error(id, e.code, e.getMessage()));
    }
  }

  private void start(JsonNode id, Callable<?> work, Reply reply, ExecutorService workers)
      throws Refusal {
    if (calls.size() >= MOST_CALLS) {
      throw new Refusal(INTERNAL_ERROR, MOST_CALLS + " calls wait already: ask again later");
    }
    Call call = new Call(id, work, reply);
    if (calls.putIfAbsent(id, call) != null) {
      throw new Refusal(INVALID_REQUEST, "a request with this id is not answered yet");
    }
    workers.execute(call);
  }

  private void cancel(JsonNode id) {
    Future<?> call = calls.remove(id);
    if (call instanceof Call running) {
      running.cancel(true);
      running.reply.accept(null);
    }
  }

  /// A call. Whoever removes it from the running ones replies.
  private final class Call extends FutureTask<Object> {
    private final JsonNode id;
    private final Reply reply;

    Call(JsonNode id, Callable<?> work, Reply reply) {
      super(() -> answer(id, work));
      this.id = id;
      this.reply = reply;
    }

    @Override
    protected void done() {
      if (calls.remove(id, this)) {
        reply.accept(resultNow());
      }
    }
  }

  private static Object answer(JsonNode id, Callable<?> work) {
    try {
      return result(id, work.call());
    } catch (Exception | Error e) {
      return error(id, INTERNAL_ERROR, "unexpected: " + e);
    }
  }

  private static Map<String, Object> result(JsonNode id, Object result) {
    return answer(id, "result", result);
  }

  private static Map<String, Object> error(
      @Nullable JsonNode id, int code, @Nullable String message) {
    String shown = Failures.oneLine(message);
    return answer(
        id,
        "error",
        Map.of("code", code, "message", shown.substring(0, Math.min(shown.length(), 500))));
  }

  private static Map<String, Object> answer(@Nullable JsonNode id, String name, Object value) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("jsonrpc", "2.0");
    answer.put("id", id == null ? NullNode.getInstance() : id);
    answer.put(name, value);
    return answer;
  }

  private synchronized void write(@Nullable Object answer) {
    if (answer == null) {
      return;
    }
    try {
      out.write(MAPPER.writeValueAsBytes(answer));
      out.write('\n');
      out.flush();
    } catch (IOException e) {
      // The client reads no more. It will end the input as well.
    }
  }
}
