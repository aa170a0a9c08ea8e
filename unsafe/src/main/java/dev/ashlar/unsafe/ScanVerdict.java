package dev.ashlar.unsafe;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What a scan lets expect of a JVM. Which of the uses are executed, only a run shows.
///
/// @param javaVersion the feature version of the JVM
/// @param denied the number of calls that warn, and throw under `deny`
/// @param deniedIn artifacts with such calls, those with most first
/// @param nativeIn artifacts with restricted or native methods
/// @param finalFieldsIn artifacts that set final fields by reflection
/// @param internalIn artifacts that need `jdk.internal.misc` exported
/// @param complete whether everything was read
public record ScanVerdict(
    int javaVersion,
    long denied,
    List<Artifact> deniedIn,
    List<Artifact> nativeIn,
    List<Artifact> finalFieldsIn,
    List<Artifact> internalIn,
    boolean complete) {
  /// The first JDK that warns of Unsafe and of native access.
  public static final int WARNS_SINCE = 24;

  /// The first version that warns of final fields.
  private static final int WARNS_OF_FINAL_FIELDS = 26;

  /// {@return the verdict on a scan}
  public static ScanVerdict of(ScanReport report, JdkMethods jdk) {
    List<Artifact> deniedIn = new ArrayList<>();
    List<Artifact> nativeIn = new ArrayList<>();
    List<Artifact> finalFieldsIn = new ArrayList<>();
    List<Artifact> internalIn = new ArrayList<>();
    long denied = 0;
    for (ArtifactScan scan : report.artifacts()) {
      long calls = scan.uses().stream().filter(jdk::isDenied).count();
      denied += calls;
      addIf(calls > 0, scan, deniedIn);
      addIf(
          scan.count(Use.Kind.RESTRICTED) + scan.count(Use.Kind.NATIVE_METHOD) > 0, scan, nativeIn);
      addIf(scan.count(Use.Kind.FINAL_FIELD) > 0, scan, finalFieldsIn);
      addIf(scan.count(Use.Kind.INTERNAL_UNSAFE) > 0, scan, internalIn);
    }
    return new ScanVerdict(
        report.javaVersion(),
        denied,
        deniedIn,
        nativeIn,
        finalFieldsIn,
        internalIn,
        report.isComplete());
  }

  private static void addIf(boolean found, ArtifactScan scan, List<Artifact> artifacts) {
    if (found) {
      artifacts.add(scan.artifact());
    }
  }

  /// {@return the largest number of warnings on the class path: the JVM warns once of Unsafe, and
  /// once for each module of native access}
  public int warningCount() {
    return (warnsOfUnsafe() ? 1 : 0)
        + (warnsOfNativeAccess() ? 1 : 0)
        + (warnsOfFinalFields() ? 1 : 0);
  }

  private boolean warnsOfUnsafe() {
    return javaVersion >= WARNS_SINCE && denied > 0;
  }

  private boolean warnsOfNativeAccess() {
    return javaVersion >= WARNS_SINCE && !nativeIn.isEmpty();
  }

  private boolean warnsOfFinalFields() {
    return javaVersion >= WARNS_OF_FINAL_FIELDS && !finalFieldsIn.isEmpty();
  }

  /// {@return the verdict as sentences}
  public List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    if (!complete) {
      sentences.add("Not everything could be read, so this may be incomplete.");
    }
    List<String> causes = new ArrayList<>();
    if (warnsOfUnsafe()) {
      causes.add("sun.misc.Unsafe");
    }
    if (warnsOfNativeAccess()) {
      causes.add("native access");
    }
    if (warnsOfFinalFields()) {
      causes.add("final fields set by reflection");
    }
    sentences.add(
        causes.isEmpty()
            ? "JDK " + javaVersion + " prints no warning about Unsafe or native access."
            : "JDK "
                + javaVersion
                + " prints at most "
                + count(causes.size(), "warning")
                + " on the class path, at the first use of each: "
                + String.join(", ", causes)
                + ".");
    sentences.add(
        denied == 0
            ? "Nothing calls a method that --sun-misc-unsafe-memory-access=deny denies."
            : "With --sun-misc-unsafe-memory-access=deny, "
                + count(denied, "call")
                + " in "
                + count(deniedIn.size(), "artifact")
                + " would throw: "
                + names(deniedIn)
                + ". Which of them run, and whether the exception is caught, 'ashlar unsafe run"
                + " --deny' shows.");
    if (!internalIn.isEmpty()) {
      sentences.add(
          names(internalIn) + " may need --add-exports java.base/jdk.internal.misc=ALL-UNNAMED.");
    }
    return sentences;
  }

  private static String names(List<Artifact> artifacts) {
    int most = 8;
    String first =
        String.join(", ", artifacts.stream().limit(most).map(Artifact::coordinates).toList());
    return artifacts.size() <= most ? first : first + " and " + (artifacts.size() - most) + " more";
  }

  private static String count(long count, String what) {
    return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
  }
}
