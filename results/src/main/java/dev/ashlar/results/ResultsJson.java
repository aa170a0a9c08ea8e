// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ObjectNode;

/// Reads and writes the results of a run as a JSON file. It has the record components of [LabRun]
/// in their order, except that `caseName` is under the key `case`. A figure that is not finite is
/// written as `null`, and read back as NaN. An experiment without series or evidence does not have
/// these keys. The keys of a record have the order of its components.
public final class ResultsJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addMixIn(LabRun.Experiment.class, ExperimentKeys.class)
          .addMixIn(LabRun.Row.class, CaseKey.class)
          .addMixIn(LabRun.Comparison.class, CaseKey.class)
          .addMixIn(LabDiff.Change.class, CaseKey.class)
          .addMixIn(LabDiff.Pair.class, CaseKey.class)
          .addMixIn(LabRun.Omission.class, CaseKey.class)
          .addMixIn(LabRun.Series.class, CaseKey.class)
          .addMixIn(LabRun.Evidence.class, EvidenceKeys.class)
          .addModule(
              new SimpleModule("figures")
                  .addSerializer(double.class, new FigureWriter())
                  .addDeserializer(double.class, new FigureReader()))
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(
              DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
              DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          // AtomicFile closes what it opened.
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .build();

  private ResultsJson() {}

  /// Writes `run` to `file`, in full or not at all. Missing folders are created.
  ///
  /// @throws IOException naming the file and the reason
  public static void write(LabRun run, Path file) throws IOException {
    writeValue(run, file);
  }

  /// Writes `diff` to `file`, in full or not at all. Missing folders are created.
  ///
  /// @throws IOException naming the file and the reason
  public static void write(LabDiff diff, Path file) throws IOException {
    writeValue(diff, file);
  }

  private static void writeValue(Object value, Path file) throws IOException {
    AtomicFile.write(
        file,
        out -> {
          try {
            MAPPER.writeValue(out, value);
          } catch (JacksonException e) {
            throw asIoException(e);
          }
          out.write('\n');
        });
  }

  /// Reads a file that [#write] wrote. Unknown keys are ignored.
  ///
  /// @throws IOException naming the file and the reason, if the file cannot be read, is not a
  ///   results file, or has another schema
  public static LabRun read(Path file) throws IOException {
    @Nullable LabRun run;
    try (InputStream in = Files.newInputStream(file)) {
      JsonNode tree = MAPPER.readTree(in);
      JsonNode schema = tree.path("schema");
      if (schema.isInt() && schema.intValue() != LabRun.SCHEMA) {
        throw new IOException(otherSchema(schema.intValue()));
      }
      tree.path("experiments").forEach(ResultsJson::addWhatIsMissing);
      run = MAPPER.treeToValue(tree, LabRun.class);
    } catch (JacksonException e) {
      if (e.getCause() instanceof IOException cause) {
        throw new IOException("cannot read " + file + ": " + AtomicFile.reason(cause), e);
      }
      throw new IOException(
          "cannot read " + file + ": not the results of a lab run: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new IOException("cannot read " + file + ": " + AtomicFile.reason(e), e);
    }
    if (run == null) {
      throw new IOException("cannot read " + file + ": not the results of a lab run: null");
    }
    return run;
  }

  private static String otherSchema(int schema) {
    return "it has schema %d, and this version reads schema %d: %s"
        .formatted(
            schema,
            LabRun.SCHEMA,
            schema < LabRun.SCHEMA
                ? "measure again with this version, or read the file with the older one"
                : "read it with a newer version of ashlar");
  }

  private static void addWhatIsMissing(JsonNode experiment) {
    if (experiment instanceof ObjectNode fields) {
      for (String key : List.of("series", "evidence")) {
        if (!fields.has(key)) {
          fields.putArray(key);
        }
      }
      for (JsonNode evidence : fields.path("evidence")) {
        if (evidence instanceof ObjectNode of) {
          of.putIfAbsent("loops", of.arrayNode());
          of.putIfAbsent("loopNote", of.stringNode(""));
        }
      }
    }
  }

  /// Jackson wraps what the stream threw; the reason is the stream's.
  private static IOException asIoException(JacksonException e) {
    return e.getCause() instanceof IOException cause
        ? cause
        : new IOException(e.getOriginalMessage(), e);
  }

  private interface ExperimentKeys {
    @JsonProperty
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    List<LabRun.Series> series();

    @JsonProperty
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    List<LabRun.Evidence> evidence();
  }

  private interface CaseKey {
    @JsonProperty("case")
    String caseName();
  }

  private interface EvidenceKeys extends CaseKey {
    @JsonProperty
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    List<LabRun.Loop> loops();

    @JsonProperty
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    String loopNote();
  }

  /// Writes NaN and infinity as `null`, because JSON does not have them.
  private static final class FigureWriter extends ValueSerializer<Double> {
    @Override
    public void serialize(Double value, JsonGenerator out, SerializationContext context) {
      if (Double.isFinite(value)) {
        out.writeNumber(value);
      } else {
        out.writeNull();
      }
    }
  }

  private static final class FigureReader extends ValueDeserializer<Double> {
    @Override
    public Double deserialize(JsonParser in, DeserializationContext context) {
      return in.getDoubleValue();
    }

    @Override
    public Double getNullValue(DeserializationContext context) {
      return Double.NaN;
    }
  }
}
