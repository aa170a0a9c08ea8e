// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe;

import java.util.ArrayList;
import java.util.List;

/// The expected behavior of a JVM, judged by a scan. The scan does not show which of the uses are
/// executed.
///
/// @param javaVersion the feature version of the JVM
/// @param denied the number of calls that warn by default, and throw under `deny`
/// @param deniedIn artifacts with such calls, those with most first
/// @param nativeIn artifacts with restricted or native methods
/// @param finalFieldsIn artifacts that set final fields by reflection
/// @param internalIn artifacts that need `jdk.internal.misc` exported
/// @param namesIn artifacts with the name of an Unsafe class as a String, which may call it by
///   reflection
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
    List<Artifact> deniedIn = new ArrayList<>();
    List<Artifact> nativeIn = new ArrayList<>();
    List<Artifact> finalFieldsIn = new ArrayList<>();
    List<Artifact> internalIn = new ArrayList<>();
    List<Artifact> namesIn = new ArrayList<>();
    long denied = 0;
    for (ArtifactScan scan : report.artifacts()) {
      long calls = scan.uses().stream().filter(jdk::isDenied).count();
      denied += calls;
      addIf(calls > 0, scan, deniedIn);
      addIf(
          scan.count(Use.Kind.RESTRICTED) + scan.count(Use.Kind.NATIVE_METHOD) > 0, scan, nativeIn);
      addIf(scan.count(Use.Kind.FINAL_FIELD) > 0, scan, finalFieldsIn);
      addIf(scan.count(Use.Kind.INTERNAL_UNSAFE) > 0, scan, internalIn);
      addIf(scan.count(Use.Kind.UNSAFE_NAME) > 0, scan, namesIn);
    }
    return new ScanVerdict(
        report.javaVersion(),
        denied,
        deniedIn,
        nativeIn,
        finalFieldsIn,
        internalIn,
        namesIn,
        report.isComplete());
  }

  private static void addIf(boolean found, ArtifactScan scan, List<Artifact> artifacts) {
    if (found) {
      artifacts.add(scan.artifact());
    }
  }

  /// {@return the largest number of warnings on the class path} The JVM warns once about Unsafe,
  /// and once about native access for each module.
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
