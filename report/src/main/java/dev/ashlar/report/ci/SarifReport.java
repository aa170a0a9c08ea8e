// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.ci;

import static dev.ashlar.report.text.JsonText.object;

import dev.ashlar.report.text.JsonText;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// A log in the format SARIF 2.1.0 (OASIS), with one run of one tool. Numbers in parentheses are
/// sections of that specification. Not thread-safe.
public final class SarifReport {
  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

  /// The severity of a result (3.27.10).
  public enum Level {
    ERROR,
    WARNING,
    NOTE
  }

  /// The state of a result relative to the baseline (3.27.24). Either all results of a report have
  /// a state, or none has.
  public enum BaselineState {
    NEW,
    UNCHANGED,
    /// In the baseline only.
    ABSENT;

    /// {@return the state of a result that is there}
    public static BaselineState of(boolean isInBaseline) {
      return isInBaseline ? UNCHANGED : NEW;
    }
  }

  /// A rule that the tool checks (3.49).
  ///
  /// @param id unique in the report
  /// @param text the rule in one sentence
  /// @param help the remedy for a result
  public record Rule(String id, String text, String help) {}

  /// A file, or a line of it (3.29).
  ///
  /// @param uri relative to the folder of the tool's invocation, or absolute
  /// @param line the line number, from 1
  public record Location(URI uri, OptionalInt line) {
    public Location {
      if (line.isPresent() && line.getAsInt() < 1) {
        throw new IllegalArgumentException("lines begin at 1, not " + line.getAsInt());
      }
    }

    /// {@return a line of `file`} A relative path stays relative.
    public static Location of(Path file, int line) {
      return new Location(uri(file), OptionalInt.of(line));
    }

    /// {@return the whole of `file`} A relative path stays relative.
    public static Location of(Path file) {
      return new Location(uri(file), OptionalInt.empty());
    }

    private static URI uri(Path file) {
      if (file.isAbsolute()) {
        return file.toUri();
      }
      try {
        String path = file.normalize().toString().replace(file.getFileSystem().getSeparator(), "/");
        // A colon in the first name would end a scheme, and the current folder has a name, too.
        return new URI(null, null, path.contains(":") || path.isEmpty() ? "./" + path : path, null);
      } catch (URISyntaxException e) {
        throw new IllegalArgumentException("no relative path: " + file, e);
      }
    }
  }

  /// One result (3.27).
  ///
  /// @param location a place; code hosts refuse a report with a result that has none
  /// @param ruleId the id of a rule that was added before
  /// @param state empty without a baseline
  /// @param properties further information: strings, numbers, booleans, and lists and maps of these
  public record Result(
      String ruleId,
      Level level,
      String message,
      Location location,
      Optional<BaselineState> state,
      Map<String, ?> properties) {

    /// {@return a result that only the baseline has}
    ///
    /// @param location the place that it had
    public static Result absent(
        String ruleId, String message, Location location, Map<String, ?> properties) {
      return new Result(
          ruleId, Level.NOTE, message, location, Optional.of(BaselineState.ABSENT), properties);
    }
  }

  private final String tool;
  private final String version;
  private final Map<String, Integer> ruleIndexes = new HashMap<>();
  private final List<Object> rules = new ArrayList<>();
  private final List<Object> results = new ArrayList<>();

  /// @param tool the name of the tool, as `ashlar jit check`
  /// @param version the version of the tool, as `0.1.0`
  public SarifReport(String tool, String version) {
    this.tool = tool;
    this.version = version;
  }

  /// Adds a rule, whether or not it has results.
  ///
  /// @throws IllegalArgumentException if there is a rule with this id already
  public void addRule(Rule rule) {
    if (ruleIndexes.putIfAbsent(rule.id(), rules.size()) != null) {
      throw new IllegalArgumentException("there is a rule " + rule.id() + " already");
    }
    rules.add(
        object("id", rule.id(), "shortDescription", text(rule.text()), "help", text(rule.help())));
  }

  /// Adds a result.
  ///
  /// @throws IllegalArgumentException if there is no such rule
  public void addResult(Result result) {
    Integer ruleIndex = ruleIndexes.get(result.ruleId());
    if (ruleIndex == null) {
      throw new IllegalArgumentException("there is no rule " + result.ruleId() + ": add it first");
    }
    results.add(
        object(
            "ruleId", result.ruleId(),
            "ruleIndex", ruleIndex,
            "level", result.level().name().toLowerCase(Locale.ROOT),
            "message", text(result.message()),
            "baselineState", result.state().map(state -> state.name().toLowerCase(Locale.ROOT)),
            "locations", List.of(location(result.location())),
            "properties", Optional.of(result.properties()).filter(all -> !all.isEmpty())));
  }

  /// Writes the report to `file`, in full or not at all. Missing folders are created.
  ///
  /// @throws IOException naming the file and the reason
  public void write(Path file) throws IOException {
    Map<String, Object> driver = object("name", tool, "version", version, "rules", rules);
    Map<String, Object> run = object("tool", Map.of("driver", driver), "results", results);
    JsonText.write(object("$schema", SCHEMA, "version", "2.1.0", "runs", List.of(run)), file);
  }

  private static Map<String, Object> location(Location location) {
    OptionalInt line = location.line();
    Object region = line.isPresent() ? Map.of("startLine", line.getAsInt()) : Optional.empty();
    Map<String, String> file = Map.of("uri", location.uri().toASCIIString());
    return Map.of("physicalLocation", object("artifactLocation", file, "region", region));
  }

  private static Map<String, String> text(String text) {
    return Map.of("text", text);
  }
}
