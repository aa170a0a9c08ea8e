// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.encode;

import dev.ashlar.wire.ProtoWriter;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.DoubleExemplarData;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.ExemplarData;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramBuckets;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramPointData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.LongExemplarData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.PointData;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.metrics.data.SummaryPointData;
import io.opentelemetry.sdk.metrics.data.ValueAtQuantile;
import io.opentelemetry.sdk.resources.Resource;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Encodes metrics, as defined in `opentelemetry/proto/metrics/v1/metrics.proto`.
final class MetricEncoder extends RequestEncoder<MetricData> {
  private static final int NAME = 1;
  private static final int DESCRIPTION = 2;
  private static final int UNIT = 3;
  private static final int GAUGE = 5;
  private static final int SUM = 7;
  private static final int HISTOGRAM = 9;
  private static final int EXPONENTIAL_HISTOGRAM = 10;
  private static final int SUMMARY = 11;

  // Of all kinds of data.
  private static final int POINTS = 1;
  private static final int TEMPORALITY = 2;
  private static final int MONOTONIC = 3;

  // Of all kinds of points.
  private static final int START_TIME = 2;
  private static final int TIME = 3;

  private static final int NUMBER_DOUBLE = 4;
  private static final int NUMBER_EXEMPLARS = 5;
  private static final int NUMBER_LONG = 6;
  private static final int NUMBER_ATTRIBUTES = 7;

  private static final int COUNT = 4;
  private static final int TOTAL = 5;

  private static final int HISTOGRAM_COUNTS = 6;
  private static final int HISTOGRAM_BOUNDARIES = 7;
  private static final int HISTOGRAM_EXEMPLARS = 8;
  private static final int HISTOGRAM_ATTRIBUTES = 9;
  private static final int HISTOGRAM_MIN = 11;
  private static final int HISTOGRAM_MAX = 12;

  private static final int EXPONENTIAL_ATTRIBUTES = 1;
  private static final int EXPONENTIAL_SCALE = 6;
  private static final int EXPONENTIAL_ZEROS = 7;
  private static final int EXPONENTIAL_POSITIVE = 8;
  private static final int EXPONENTIAL_NEGATIVE = 9;
  private static final int EXPONENTIAL_EXEMPLARS = 11;
  private static final int EXPONENTIAL_MIN = 12;
  private static final int EXPONENTIAL_MAX = 13;
  private static final int BUCKETS_OFFSET = 1;
  private static final int BUCKETS_COUNTS = 2;

  private static final int SUMMARY_QUANTILES = 6;
  private static final int SUMMARY_ATTRIBUTES = 7;
  private static final int QUANTILE = 1;
  private static final int QUANTILE_VALUE = 2;

  private static final int FIRST_POINTS = 64;

  private static final int EXEMPLAR_TIME = 2;
  private static final int EXEMPLAR_DOUBLE = 3;
  private static final int EXEMPLAR_SPAN_ID = 4;
  private static final int EXEMPLAR_TRACE_ID = 5;
  private static final int EXEMPLAR_LONG = 6;
  private static final int EXEMPLAR_ATTRIBUTES = 7;

  private @Nullable Object[] points = new Object[FIRST_POINTS];
  private int pointCount;

  /// Takes the points of a metric, without an iterator, which would be garbage.
  ///
  /// @return how many there are
  private int take(Collection<? extends PointData> all) {
    points = all.toArray(points);
    pointCount = all.size();
    return pointCount;
  }

  /// {@return the first of the points that are left} It is not kept here.
  @SuppressWarnings("NullAway") // They are in the array.
  private Object next(int left) {
    int point = pointCount - left;
    Object next = points[point];
    points[point] = null;
    return next;
  }

  @Override
  Resource resource(MetricData metric) {
    return metric.getResource();
  }

  @Override
  InstrumentationScopeInfo scope(MetricData metric) {
    return metric.getInstrumentationScopeInfo();
  }

  /// Writes a metric, whose points may be in several requests.
  @Override
  void write(MetricData metric) {
    ProtoWriter writer = run.writer();
    long mark = writer.mark();
    int count = take(metric.getData().getPoints());
    if (count == 0) {
      super.write(metric);
      return;
    }
    writer.beginMessage(MEMBERS);
    begin(metric);
    MetricDataType type = metric.getType();
    int pointsHere = 0;
    for (int left = count; left > 0; left--) {
      PointData point = (PointData) next(left);
      long pointMark = run.writer().mark();
      writePoint(type, point);
      if (isTooLarge()) {
        writer.rollBack(pointMark);
        end(metric);
        writer.endMessage();
        if (pointsHere == 0) {
          writer.rollBack(mark);
        }
        beginNextRequest();
        mark = writer.mark();
        writer.beginMessage(MEMBERS);
        begin(metric);
        pointsHere = 0;
        writePoint(type, point);
      }
      pointsHere++;
      addPart();
    }
    end(metric);
    writer.endMessage();
  }

  /// Writes a metric without points.
  @Override
  void writeItem(MetricData metric) {
    begin(metric);
    end(metric);
  }

  private void begin(MetricData metric) {
    writeText(NAME, metric.getName());
    writeText(DESCRIPTION, metric.getDescription());
    writeText(UNIT, metric.getUnit());
    run.writer()
        .beginMessage(
            switch (metric.getType()) {
              case LONG_GAUGE, DOUBLE_GAUGE -> GAUGE;
              case LONG_SUM, DOUBLE_SUM -> SUM;
              case HISTOGRAM -> HISTOGRAM;
              case EXPONENTIAL_HISTOGRAM -> EXPONENTIAL_HISTOGRAM;
              case SUMMARY -> SUMMARY;
            });
  }

  private void end(MetricData metric) {
    switch (metric.getType()) {
      case LONG_SUM -> endSum(metric.getLongSumData());
      case DOUBLE_SUM -> endSum(metric.getDoubleSumData());
      case HISTOGRAM -> writeTemporality(metric.getHistogramData().getAggregationTemporality());
      case EXPONENTIAL_HISTOGRAM ->
          writeTemporality(metric.getExponentialHistogramData().getAggregationTemporality());
      case LONG_GAUGE, DOUBLE_GAUGE, SUMMARY -> {}
    }
    run.writer().endMessage();
  }

  private void endSum(SumData<?> sum) {
    writeTemporality(sum.getAggregationTemporality());
    if (sum.isMonotonic()) {
      run.writer().writeBool(MONOTONIC, true);
    }
  }

  private void writePoint(MetricDataType type, PointData point) {
    run.writer().beginMessage(POINTS);
    writeTimes(point);
    switch (type) {
      case LONG_GAUGE, DOUBLE_GAUGE, LONG_SUM, DOUBLE_SUM -> writeNumber(point);
      case HISTOGRAM -> writeHistogram((HistogramPointData) point);
      case EXPONENTIAL_HISTOGRAM ->
          writeExponentialHistogram((ExponentialHistogramPointData) point);
      case SUMMARY -> writeSummary((SummaryPointData) point);
    }
    run.writer().endMessage();
  }

  private void writeNumber(PointData point) {
    if (point instanceof LongPointData number) {
      run.writeFixed64(NUMBER_LONG, number.getValue());
    } else {
      run.writeDouble(NUMBER_DOUBLE, ((DoublePointData) point).getValue());
    }
    writeExemplars(NUMBER_EXEMPLARS, point.getExemplars());
    attributes.write(NUMBER_ATTRIBUTES, point.getAttributes());
  }

  private void writeTimes(PointData point) {
    writeFixed64(START_TIME, point.getStartEpochNanos());
    writeFixed64(TIME, point.getEpochNanos());
  }

  private void writeHistogram(HistogramPointData point) {
    writeFixed64(COUNT, point.getCount());
    run.writeDouble(TOTAL, point.getSum());
    if (point.hasMin()) {
      run.writeDouble(HISTOGRAM_MIN, point.getMin());
    }
    if (point.hasMax()) {
      run.writeDouble(HISTOGRAM_MAX, point.getMax());
    }
    writeCounts(point.getCounts());
    writeBoundaries(point.getBoundaries());
    writeExemplars(HISTOGRAM_EXEMPLARS, point.getExemplars());
    attributes.write(HISTOGRAM_ATTRIBUTES, point.getAttributes());
  }

  private void writeCounts(List<Long> counts) {
    int size = counts.size();
    if (size > 0 && run.beginPacked64(HISTOGRAM_COUNTS, size)) {
      for (int i = 0; i < size; i++) {
        run.add64(counts.get(i));
      }
    } else if (size > 0) {
      ProtoWriter writer = run.writer();
      writer.beginPacked(HISTOGRAM_COUNTS);
      for (int i = 0; i < size; i++) {
        writer.addFixed64(counts.get(i));
      }
      writer.endPacked();
    }
  }

  private void writeBoundaries(List<Double> boundaries) {
    int size = boundaries.size();
    if (size > 0 && run.beginPacked64(HISTOGRAM_BOUNDARIES, size)) {
      for (int i = 0; i < size; i++) {
        run.add64(Double.doubleToRawLongBits(boundaries.get(i)));
      }
    } else if (size > 0) {
      ProtoWriter writer = run.writer();
      writer.beginPacked(HISTOGRAM_BOUNDARIES);
      for (int i = 0; i < size; i++) {
        writer.addDouble(boundaries.get(i));
      }
      writer.endPacked();
    }
  }

  private void writeExponentialHistogram(ExponentialHistogramPointData point) {
    writeFixed64(COUNT, point.getCount());
    run.writeDouble(TOTAL, point.getSum());
    if (point.hasMin()) {
      run.writeDouble(EXPONENTIAL_MIN, point.getMin());
    }
    if (point.hasMax()) {
      run.writeDouble(EXPONENTIAL_MAX, point.getMax());
    }
    if (point.getScale() != 0) {
      run.writer().writeSint32(EXPONENTIAL_SCALE, point.getScale());
    }
    writeFixed64(EXPONENTIAL_ZEROS, point.getZeroCount());
    writeBuckets(EXPONENTIAL_POSITIVE, point.getPositiveBuckets());
    writeBuckets(EXPONENTIAL_NEGATIVE, point.getNegativeBuckets());
    writeExemplars(EXPONENTIAL_EXEMPLARS, point.getExemplars());
    attributes.write(EXPONENTIAL_ATTRIBUTES, point.getAttributes());
  }

  private void writeBuckets(int field, ExponentialHistogramBuckets buckets) {
    run.writer().beginMessage(field);
    if (buckets.getOffset() != 0) {
      run.writer().writeSint32(BUCKETS_OFFSET, buckets.getOffset());
    }
    List<Long> counts = buckets.getBucketCounts();
    int size = counts.size();
    if (size > 0) {
      ProtoWriter writer = run.writer();
      writer.beginPacked(BUCKETS_COUNTS);
      for (int i = 0; i < size; i++) {
        writer.addUint64(counts.get(i));
      }
      writer.endPacked();
    }
    run.writer().endMessage();
  }

  private void writeSummary(SummaryPointData point) {
    writeFixed64(COUNT, point.getCount());
    writeDouble(TOTAL, point.getSum());
    List<ValueAtQuantile> values = point.getValues();
    for (int i = 0, size = values.size(); i < size; i++) {
      ValueAtQuantile value = values.get(i);
      run.writer().beginMessage(SUMMARY_QUANTILES);
      writeDouble(QUANTILE, value.getQuantile());
      writeDouble(QUANTILE_VALUE, value.getValue());
      run.writer().endMessage();
    }
    attributes.write(SUMMARY_ATTRIBUTES, point.getAttributes());
  }

  /// Leaves out zero of either sign, as OpenTelemetry's own exporters do.
  private void writeDouble(int field, double value) {
    if (value != 0) {
      run.writeDouble(field, value);
    }
  }

  private void writeExemplars(int field, List<? extends ExemplarData> exemplars) {
    for (int i = 0, size = exemplars.size(); i < size; i++) {
      ExemplarData exemplar = exemplars.get(i);
      run.writer().beginMessage(field);
      writeFixed64(EXEMPLAR_TIME, exemplar.getEpochNanos());
      if (exemplar instanceof LongExemplarData number) {
        run.writeFixed64(EXEMPLAR_LONG, number.getValue());
      } else {
        run.writeDouble(EXEMPLAR_DOUBLE, ((DoubleExemplarData) exemplar).getValue());
      }
      SpanContext context = exemplar.getSpanContext();
      if (context.isValid()) {
        writeSpanId(EXEMPLAR_SPAN_ID, context.getSpanId());
        writeTraceId(EXEMPLAR_TRACE_ID, context.getTraceId());
      }
      attributes.write(EXEMPLAR_ATTRIBUTES, exemplar.getFilteredAttributes());
      run.writer().endMessage();
    }
  }

  private void writeTemporality(AggregationTemporality temporality) {
    run.writeUint32(
        TEMPORALITY,
        switch (temporality) {
          case DELTA -> 1;
          case CUMULATIVE -> 2;
        });
  }
}
