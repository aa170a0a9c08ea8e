/// Scans jars and folders for uses of `sun.misc.Unsafe`.
///
/// [UnsafeScan][dev.ashlar.unsafe.scan.UnsafeScan] reads class files, and never loads a class.
///
/// ```java
/// ScanReport report = UnsafeScan.of(List.of(Path.of("app.jar")));
/// for (ArtifactScan artifact : report.artifacts()) {
///   System.out.println(artifact.artifact().coordinates());
///   artifact.uses().forEach(use -> System.out.println("  " + use.site().words() + ": " + use.target()));
/// }
/// ```
@NullMarked
package dev.ashlar.unsafe.scan;

import org.jspecify.annotations.NullMarked;
