// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe;

import java.util.List;
import java.util.function.Predicate;

/// The behavior to expect from a JVM, derived from a scan. A scan does not show which uses are
/// executed.
///
/// @param javaVersion the feature version of the JVM
/// @param denied the number of calls that warn by default, and throw under `deny`
/// @param deniedIn artifacts with such calls, those with most first
/// @param nativeIn artifacts with restricted or native methods
/// @param finalFieldsIn artifacts that set final fields by reflection
/// @param internalIn artifacts that need `jdk.internal.misc` exported to them
/// @param namesIn artifacts that have the name of an Unsafe class as a String constant. They may
///   call Unsafe by reflection, which a scan does not follow
/// @param complete whether everything was read
public record ScanVerdict(
    int javaVersion,
    long denied,
    List<Artifact> deniedIn,
    List<Artifact> nativeIn,
    List<Artifact> finalFieldsIn,
    List<Artifact> internalIn,
    List<Artifact> namesIn,
    boolean complete) {
  /// The first JDK that warns about Unsafe and about native access.
  public static final int WARNS_SINCE = 24;

  /// The first version that warns of final fields.
  private static final int WARNS_OF_FINAL_FIELDS = 26;

  /// {@return the verdict on a scan}
  public static ScanVerdict of(ScanReport report, JdkMethods jdk) {
    Predicate<ArtifactScan> isNative =
        scan -> scan.count(Use.Kind.RESTRICTED) + scan.count(Use.Kind.NATIVE_METHOD) > 0;
    return new ScanVerdict(
        report.javaVersion(),
        report.artifacts().stream()
            .flatMap(scan -> scan.uses().stream())
            .filter(jdk::isDenied)
            .count(),
        in(report, scan -> scan.uses().stream().anyMatch(jdk::isDenied)),
        in(report, isNative),
        in(report, scan -> scan.count(Use.Kind.FINAL_FIELD) > 0),
        in(report, scan -> scan.count(Use.Kind.INTERNAL_UNSAFE) > 0),
        in(report, scan -> scan.count(Use.Kind.UNSAFE_NAME) > 0),
        report.isComplete());
  }

  private static List<Artifact> in(ScanReport report, Predicate<ArtifactScan> wanted) {
    return report.artifacts().stream().filter(wanted).map(ArtifactScan::artifact).toList();
  }

  /// {@return the largest number of warnings if all artifacts are on the class path} The JVM warns
  /// once about Unsafe. It warns once for each module about native access and about final fields,
  /// and the class path is one module.
  public int warningCount() {
    return (warnsOfUnsafe() ? 1 : 0)
        + (warnsOfNativeAccess() ? 1 : 0)
        + (warnsOfFinalFields() ? 1 : 0);
  }

  /// {@return whether the JVM warns about a call that was found}
  public boolean warnsOfUnsafe() {
    return javaVersion >= WARNS_SINCE && denied > 0;
  }

  /// {@return whether the JVM warns about a restricted or native method that was found}
  public boolean warnsOfNativeAccess() {
    return javaVersion >= WARNS_SINCE && !nativeIn.isEmpty();
  }

  /// {@return whether the JVM warns about setting a final field that was found}
  public boolean warnsOfFinalFields() {
    return javaVersion >= WARNS_OF_FINAL_FIELDS && !finalFieldsIn.isEmpty();
  }
}
