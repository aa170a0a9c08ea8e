// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Writes `known-libraries.txt` anew: for each library that the file names, Maven fetches some of
/// its released versions, which are scanned.
///
/// ```
/// ./mvnw -q -pl unsafe test-compile dependency:build-classpath -Dmdep.outputFile=target/classpath
/// cd unsafe
/// java -cp target/test-classes:target/classes:$(cat target/classpath) \
///     dev.ashlar.unsafe.advice.LibraryScanProgram
/// ```
///
/// Of each library the oldest, a middle and the newest version are scanned. If the newest is free
/// of calls that JDK 25 warns of, the boundary is searched: backwards from the newest in steps that
/// double, then by bisection.
final class LibraryScanProgram {
  private static final Path FILE =
      Path.of("src/main/resources/dev/ashlar/unsafe/advice/known-libraries.txt");
  private static final Pattern RELEASE =
      Pattern.compile("\\d+(\\.\\d+)*(\\.Final|\\.RELEASE|-jre)?");

  private final String group;
  private final String artifact;
  private final List<String> released;
  private final SortedMap<Integer, ScannedVersion> scanned = new TreeMap<>();

  private LibraryScanProgram(String group, String artifact, List<String> released) {
    this.group = group;
    this.artifact = artifact;
    this.released = released;
  }

  public static void main(String[] args) throws Exception {
    Map<String, KnownLibrary> known = KnownLibraries.parse(Files.readString(FILE));
    StringBuilder text = new StringBuilder();
    Files.readString(FILE)
        .lines()
        .filter(line -> line.startsWith("#"))
        .forEach(line -> text.append(line).append('\n'));
    for (KnownLibrary library : known.values()) {
      KnownLibrary result = library;
      if (args.length == 0 || List.of(args).contains(library.artifact())) {
        result = scan(library.group(), library.artifact());
        System.out.println(result.artifact() + ": " + result.advice(""));
      }
      append(text, result);
    }
    Files.writeString(FILE, text);
  }

  /// {@return the lines of a library that are written by hand}
  private static List<String> byHand(KnownLibrary library) throws IOException {
    return Files.readString(FILE)
        .lines()
        .dropWhile(line -> !line.equals(library.group() + ":" + library.artifact()))
        .takeWhile(line -> !line.isBlank())
        .filter(line -> line.matches(" +(run|off|continued|shape) .*"))
        .toList();
  }

  private static void append(StringBuilder text, KnownLibrary library) throws IOException {
    text.append("\n%s:%s\n".formatted(library.group(), library.artifact()));
    for (ScannedVersion found : library.versions()) {
      text.append(
          String.format(
              Locale.ROOT,
              "  %s %d %d %d %d\n",
              found.version(),
              found.calls(),
              found.deniedCalls(),
              found.internalCalls(),
              found.names()));
    }
    library.properties().forEach(name -> text.append("  property %s\n".formatted(name)));
    byHand(library).forEach(line -> text.append(line).append('\n'));
  }

  private static KnownLibrary scan(String group, String artifact) throws Exception {
    List<String> released = new ArrayList<>();
    for (String version : MavenJars.versions(group, artifact)) {
      if (RELEASE.matcher(version).matches()) {
        released.add(version);
      }
    }
    released.sort(new VersionOrder());
    while (!Files.exists(MavenJars.fetch(group, artifact, released.getLast()))) {
      System.out.println(artifact + " " + released.removeLast() + " has no jar: it was moved");
    }
    LibraryScanProgram program = new LibraryScanProgram(group, artifact, released);
    program.scan();
    Path newest = MavenJars.fetch(group, artifact, released.getLast());
    return new KnownLibrary(
        group,
        artifact,
        List.copyOf(program.scanned.values()),
        LibraryScan.properties(newest),
        List.of(),
        "",
        "",
        List.of());
  }

  private void scan() throws Exception {
    int newest = released.size() - 1;
    isConcerned(0);
    isConcerned(newest / 2);
    if (isConcerned(newest)) {
      return;
    }
    int free = newest;
    int concerned = -1;
    for (int step = 1; concerned < 0 && free > 0; step *= 2) {
      int earlier = Math.max(0, free - step);
      if (isConcerned(earlier)) {
        concerned = earlier;
      } else {
        free = earlier;
      }
    }
    while (concerned >= 0 && free - concerned > 1) {
      int middle = (free + concerned) / 2;
      if (isConcerned(middle)) {
        concerned = middle;
      } else {
        free = middle;
      }
    }
  }

  private boolean isConcerned(int index) throws IOException, InterruptedException {
    ScannedVersion found = scanned.get(index);
    if (found == null) {
      String version = released.get(index);
      found = LibraryScan.of(MavenJars.fetch(group, artifact, version), version);
      scanned.put(index, found);
    }
    return found.isConcerned();
  }
}
