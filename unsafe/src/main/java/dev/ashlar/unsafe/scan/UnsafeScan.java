// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.scan;

import dev.ashlar.unsafe.ArtifactScan;
import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.ScanProblem;
import dev.ashlar.unsafe.ScanReport;
import dev.ashlar.unsafe.internal.archive.ArchiveVisitor;
import dev.ashlar.unsafe.internal.archive.ArchiveWalk;
import dev.ashlar.unsafe.internal.archive.Limits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/// Finds uses of `sun.misc.Unsafe`, restricted methods, native methods, and final fields set by
/// reflection.
///
/// Reads archives in the format zip (jars, multi-release jars, wars, executable jars, jmods), the
/// archives in them, class files, and folders of these. The bytes of a file decide what it is, not
/// its name. An archive in another format is a problem. It reads one entry of an archive at a time,
/// so memory use depends on the largest class and on the number of uses. Damaged and hostile input
/// is a [problem][ScanReport#problems], never an exception.
public final class UnsafeScan {
  /// Limits the memory that a damaged archive takes.
  private static final int MOST_PROBLEMS = 1000;

  private UnsafeScan() {}

  /// Scans files and folders for the methods of the JDK that runs this code.
  public static ScanReport of(List<Path> paths) {
    return of(paths, JdkMethods.ofThisJdk());
  }

  /// Scans files and folders.
  ///
  /// @param jdk the methods to look for
  public static ScanReport of(List<Path> paths, JdkMethods jdk) {
    return of(paths, Set.of(), jdk, Limits.DEFAULT);
  }

  /// Scans files and folders.
  ///
  /// @param withClasses paths that must have class files; it is a problem if one has none, because
  ///   then nothing is known about it
  /// @param jdk the methods to look for
  public static ScanReport of(List<Path> paths, Set<Path> withClasses, JdkMethods jdk) {
    return of(paths, withClasses, jdk, Limits.DEFAULT);
  }

  static ScanReport of(List<Path> paths, Set<Path> withClasses, JdkMethods jdk, Limits limits) {
    Found found = new Found(jdk);
    ArchiveWalk walk = new ArchiveWalk(found, limits);
    for (Path path : paths) {
      long before = found.classCount;
      int problems = found.problems.size();
      boolean isNew = !walk.hasRead(path);
      walk.walk(path);
      boolean isEmpty = found.classCount == before && found.problems.size() == problems;
      if (isNew && isEmpty && withClasses.contains(path)) {
        found.problem(path.toString(), "it has no class file");
      }
    }
    if (found.classCount == 0 && found.artifacts.isEmpty() && found.problems.isEmpty()) {
      paths.forEach(path -> found.problem(path.toString(), "no class file was read"));
    }
    return found.report(walk.byteCount());
  }

  private static final class Found implements ArchiveVisitor {
    private final JdkMethods jdk;
    private final ClassFilter filter;
    private final FinalFields finalFields = new FinalFields();
    private final int javaVersion = Runtime.version().feature();
    private final List<ArtifactScan> artifacts = new ArrayList<>();
    private final List<ScanProblem> problems = new ArrayList<>();
    private int artifactCount;
    private long classCount;

    Found(JdkMethods jdk) {
      this.jdk = jdk;
      this.filter = new ClassFilter(jdk);
    }

    ScanReport report(long byteCount) {
      artifacts.sort(
          Comparator.comparingLong(this::deniedCount)
              .thenComparingInt(artifact -> artifact.uses().size())
              .reversed());
      return new ScanReport(javaVersion, artifacts, artifactCount, classCount, byteCount, problems);
    }

    private long deniedCount(ArtifactScan artifact) {
      return artifact.uses().stream().filter(jdk::isDenied).count();
    }

    @Override
    public Content open(String location) {
      return new ArtifactReader(
          location, jdk, filter, finalFields, javaVersion, this, this::problem, this::add);
    }

    private void add(ArtifactScan artifact) {
      artifactCount++;
      classCount += artifact.classCount();
      if (!artifact.isEmpty()) {
        artifacts.add(artifact);
      }
    }

    @Override
    public void problem(String location, String reason) {
      problem(new ScanProblem(location, reason, true));
    }

    @Override
    public void unopened(String location, String reason) {
      problem(location, reason);
    }

    /// The JVM reads it too.
    @Override
    public void damage(String location, String reason) {
      oddity(location, reason);
    }

    @Override
    public void oddity(String location, String reason) {
      problem(new ScanProblem(location, reason, false));
    }

    private void problem(ScanProblem problem) {
      if (problems.size() < MOST_PROBLEMS) {
        problems.add(problem);
      } else if (problems.size() == MOST_PROBLEMS) {
        problems.add(new ScanProblem(problem.location(), "further problems are not listed", true));
      }
    }
  }
}
