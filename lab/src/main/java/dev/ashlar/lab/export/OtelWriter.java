// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.export;

import dev.ashlar.lab.experiment.UnavailableException;
import io.opentelemetry.exporter.internal.marshal.Marshaler;
import io.opentelemetry.exporter.internal.marshal.MarshalerContext;
import io.opentelemetry.exporter.internal.marshal.StringEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// OpenTelemetry's marshalers, which write through their own buffer to a stream.
///
/// During timing the stream drops its input. The other contenders write to an array;
/// OpenTelemetry's contenders do not pay for that copy.
final class OtelWriter<T> implements RequestWriter<T> {
  private final Function<Collection<T>, Marshaler> before;
  private final Consumer<Marshaler> after;
  private final Dropped dropped = new Dropped();

  private OtelWriter(Function<Collection<T>, Marshaler> before, Consumer<Marshaler> after) {
    this.before = before;
    this.after = after;
  }

  /// {@return a writer that creates a tree of marshalers for each request}
  static <T> OtelWriter<T> allocating(Function<Collection<T>, Marshaler> maker) {
    return new OtelWriter<>(maker, _ -> {});
  }

  /// {@return a writer that reuses `marshaler` for each request}
  ///
  /// @param encoder the encoder of strings; null for the encoder that OpenTelemetry chooses
  static <T, M extends Marshaler> OtelWriter<T> reusing(
      M marshaler,
      BiConsumer<M, Collection<T>> initialize,
      Consumer<M> reset,
      @Nullable StringEncoder encoder) {
    if (encoder != null) {
      replaceEncoder(marshaler, encoder);
    }
    return new OtelWriter<>(
        batch -> {
          initialize.accept(marshaler, batch);
          return marshaler;
        },
        _ -> reset.accept(marshaler));
  }

  /// Replaces the encoder by reflection, because a marshaler has no method for that.
  private static void replaceEncoder(Marshaler marshaler, StringEncoder encoder) {
    try {
      Field context = marshaler.getClass().getDeclaredField("context");
      context.setAccessible(true);
      context.set(marshaler, new MarshalerContext(true, encoder));
    } catch (ReflectiveOperationException e) {
      throw new UnavailableException("OpenTelemetry's marshaler has no context: " + e);
    }
  }

  @Override
  public long write(List<T> batch) {
    dropped.count = 0;
    writeTo(dropped, batch);
    return dropped.count;
  }

  @Override
  public byte[] written(List<T> batch) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    writeTo(out, batch);
    return out.toByteArray();
  }

  private void writeTo(OutputStream out, List<T> batch) {
    Marshaler marshaler = before.apply(batch);
    try {
      marshaler.writeBinaryTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    after.accept(marshaler);
  }

  private static final class Dropped extends OutputStream {
    private long count;

    @Override
    public void write(int b) {
      count++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      count += length;
    }
  }
}
