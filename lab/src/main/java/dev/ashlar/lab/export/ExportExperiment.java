// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.export;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.UnavailableException;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.export.RequestWriter.AshlarWriter;
import dev.ashlar.otlp.OtlpEncoder;
import io.opentelemetry.exporter.internal.marshal.StringEncoder;
import io.opentelemetry.exporter.internal.marshal.StringEncoderHolder;
import io.opentelemetry.exporter.internal.otlp.logs.LogsRequestMarshaler;
import io.opentelemetry.exporter.internal.otlp.logs.LowAllocationLogsRequestMarshaler;
import io.opentelemetry.exporter.internal.otlp.metrics.LowAllocationMetricsRequestMarshaler;
import io.opentelemetry.exporter.internal.otlp.metrics.MetricsRequestMarshaler;
import io.opentelemetry.exporter.internal.otlp.traces.LowAllocationTraceRequestMarshaler;
import io.opentelemetry.exporter.internal.otlp.traces.TraceRequestMarshaler;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Compares encoders of a batch of telemetry.
public final class ExportExperiment extends Experiment {
  private static final String ASHLAR = "ashlar";
  private static final String DEFAULT = "otel-default";
  private static final String VARHANDLE = "otel-varhandle";
  private static final String UNSAFE = "otel-unsafe";
  private static final String ALLOCATING = "otel-allocating";
  private static final String PROTOBUF = "protobuf";
  private static final String JDK = "jdk-getbytes";
  private static final String OPEN_LANG = "--add-opens=java.base/java.lang=ALL-UNNAMED";

  private static final Telemetry FEW = new Telemetry(8, true);
  private static final Telemetry FEW_MIXED = new Telemetry(8, false);
  private static final Telemetry MANY = new Telemetry(64, true);
  private static final Telemetry MANY_MIXED = new Telemetry(64, false);

  public ExportExperiment() {
    super(
        "export",
        "Telemetry encoded as a request",
        "Every few seconds a service encodes what it has seen: hundreds of spans, thousands of"
            + " metric points, hundreds of log records. On a JDK where the path through Unsafe or"
            + " java.lang's internals is closed, OpenTelemetry's exporter encodes texts char by char,"
            + " and computes all sizes first. What does a span cost without either?");
    addContender(ASHLAR, "OtlpEncoder, as the exporters of the module otlp use it");
    addContender(
        DEFAULT,
        "OpenTelemetry's low-allocation marshaler as the SDK without its agent uses it on this"
            + " JDK");
    addContender(VARHANDLE, "the same with the VarHandle encoder that users of its agent get");
    addContender(UNSAFE, "the same with its Unsafe encoder");
    addContender(ALLOCATING, "OpenTelemetry's allocating marshaler");
    addContender(PROTOBUF, "messages of protobuf-java's classes, built and written");
    addContender(JDK, "by hand with a ByteBuffer and String.getBytes");
    setJdkContenders(JDK);
    addSpans("spans-8", "512 server spans with 8 attributes", FEW);
    addSpans(
        "spans-8-mixed", "the same, with a quarter of the generated texts not ASCII", FEW_MIXED);
    addSpans("spans-64", "512 server spans with 64 attributes", MANY);
    addSpans(
        "spans-64-mixed", "the same, with a quarter of the generated texts not ASCII", MANY_MIXED);
    addMetrics();
    addLogRecords();
    addDefault("spans-8", ASHLAR, DEFAULT, UNSAFE);
  }

  private void addSpans(String name, String description, Telemetry telemetry) {
    addCase(name, "spans", description, Telemetry.SPANS);
    add(
        name,
        new Maker<>(
            () -> new AshlarWriter<>(OtlpEncoder.ofSpans()),
            encoder ->
                OtelWriter.reusing(
                    new LowAllocationTraceRequestMarshaler(),
                    LowAllocationTraceRequestMarshaler::initialize,
                    LowAllocationTraceRequestMarshaler::reset,
                    encoder),
            () -> OtelWriter.allocating(TraceRequestMarshaler::create),
            ProtobufWriter::ofSpans,
            JdkWriter::ofSpans,
            writer ->
                new ExportWorkload<SpanData>(
                    writer,
                    ProtobufWriter.ofSpans(),
                    ExportTraceServiceRequest.parser(),
                    telemetry::spans)));
  }

  private void addMetrics() {
    String name = "metrics";
    addCase(name, name, "5,000 points of counters, gauges and histograms", Telemetry.POINTS);
    add(
        name,
        new Maker<>(
            () -> new AshlarWriter<>(OtlpEncoder.ofMetrics()),
            encoder ->
                OtelWriter.reusing(
                    new LowAllocationMetricsRequestMarshaler(),
                    LowAllocationMetricsRequestMarshaler::initialize,
                    LowAllocationMetricsRequestMarshaler::reset,
                    encoder),
            () -> OtelWriter.allocating(MetricsRequestMarshaler::create),
            ProtobufWriter::ofMetrics,
            JdkWriter::ofMetrics,
            writer ->
                new ExportWorkload<MetricData>(
                    writer,
                    ProtobufWriter.ofMetrics(),
                    ExportMetricsServiceRequest.parser(),
                    FEW::metrics)));
  }

  private void addLogRecords() {
    String name = "logs";
    addCase(name, name, "512 log records with 8 attributes", Telemetry.LOG_RECORDS);
    add(
        name,
        new Maker<>(
            () -> new AshlarWriter<>(OtlpEncoder.ofLogRecords()),
            encoder ->
                OtelWriter.reusing(
                    new LowAllocationLogsRequestMarshaler(),
                    LowAllocationLogsRequestMarshaler::initialize,
                    LowAllocationLogsRequestMarshaler::reset,
                    encoder),
            () -> OtelWriter.allocating(LogsRequestMarshaler::create),
            ProtobufWriter::ofLogRecords,
            JdkWriter::ofLogRecords,
            writer ->
                new ExportWorkload<LogRecordData>(
                    writer,
                    ProtobufWriter.ofLogRecords(),
                    ExportLogsServiceRequest.parser(),
                    FEW::logRecords)));
  }

  /// Creates the contenders of a case; a measured JVM creates one of them.
  private record Maker<T>(
      Supplier<RequestWriter<T>> ashlar,
      Function<@Nullable StringEncoder, RequestWriter<T>> reusing,
      Supplier<RequestWriter<T>> allocating,
      Supplier<RequestWriter<T>> protobuf,
      Supplier<RequestWriter<T>> jdk,
      Function<RequestWriter<T>, ExportWorkload<T>> workload) {}

  private <T> void add(String theCase, Maker<T> maker) {
    add(theCase, ASHLAR, maker, maker.ashlar());
    add(theCase, DEFAULT, maker, () -> maker.reusing().apply(null));
    add(
            theCase,
            VARHANDLE,
            maker,
            () ->
                maker
                    .reusing()
                    .apply(encoder("VarHandle", StringEncoderHolder.createVarHandleEncoder())))
        .flags(OPEN_LANG);
    add(
        theCase,
        UNSAFE,
        maker,
        () -> maker.reusing().apply(encoder("Unsafe", StringEncoderHolder.createUnsafeEncoder())));
    add(theCase, ALLOCATING, maker, maker.allocating());
    add(theCase, PROTOBUF, maker, maker.protobuf());
    add(theCase, JDK, maker, maker.jdk());
    addHeadline(theCase, ASHLAR, DEFAULT, UNSAFE, PROTOBUF);
  }

  private <T> Work add(
      String theCase, String contender, Maker<T> maker, Supplier<RequestWriter<T>> writer) {
    return addWork(theCase, contender, () -> maker.workload().apply(writer.get()));
  }

  private static StringEncoder encoder(String name, @Nullable StringEncoder encoder) {
    if (encoder == null) {
      throw new UnavailableException(
          "OpenTelemetry's %s encoder does not work on JDK %s with these flags"
              .formatted(name, Runtime.version()));
    }
    return encoder;
  }

  /// Encodes the request of one batch repeatedly. The variation is within the batch, in its
  /// hundreds or thousands of spans, points or log records. A request is correct if it decodes to
  /// the message that protobuf-java's classes build.
  static final class ExportWorkload<T> implements Workload {
    private static final int SCOPES = 2;

    private final RequestWriter<T> writer;
    private final RequestWriter<T> judge;
    private final Parser<? extends Message> parser;
    private final List<T> batch;

    ExportWorkload(
        RequestWriter<T> writer,
        RequestWriter<T> judge,
        Parser<? extends Message> parser,
        Supplier<List<T>> batch) {
      this.writer = writer;
      this.judge = judge;
      this.parser = parser;
      this.batch = batch.get();
    }

    @Override
    public long run() {
      return writer.write(batch);
    }

    @Override
    public void verify() {
      Message expected = decoded(judge.written(batch));
      Proof.repeat(() -> {
        byte[] written = writer.written(batch);
        if (!decoded(written).equals(expected)) {
          throw new WrongResultException("the request decodes to another message");
        }
        Proof.requireEqual(run(), written.length, "the size when it is timed");
      });
    }

    /// Decodes a request, and sorts its scopes: their order has no meaning.
    private Message decoded(byte[] request) {
      try {
        Message message = parser.parseFrom(request);
        FieldDescriptor groups = message.getDescriptorForType().findFieldByNumber(1);
        Message group = (Message) message.getRepeatedField(groups, 0);
        FieldDescriptor scopes = group.getDescriptorForType().findFieldByNumber(SCOPES);
        Message.Builder sorted = group.toBuilder().clearField(scopes);
        ((List<?>) group.getField(scopes))
            .stream()
                .map(Message.class::cast)
                .sorted(
                    Comparator.comparing(scope ->
                        scope
                            .getField(scope.getDescriptorForType().findFieldByNumber(1))
                            .toString()))
                .forEach(scope -> sorted.addRepeatedField(scopes, scope));
        return message.toBuilder().setRepeatedField(groups, 0, sorted.build()).build();
      } catch (InvalidProtocolBufferException e) {
        throw new WrongResultException("the request does not decode: " + e.getMessage());
      }
    }
  }
}
