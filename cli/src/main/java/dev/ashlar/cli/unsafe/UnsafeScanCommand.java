// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.unsafe;

import dev.ashlar.cli.build.GradleClassPath;
import dev.ashlar.cli.build.MavenClassPath;
import dev.ashlar.cli.build.MavenPaths;
import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.cli.console.Failures;
import dev.ashlar.cli.console.TerminalStyle;
import dev.ashlar.cli.console.Version;
import dev.ashlar.report.unsafe.ScanBaseline;
import dev.ashlar.report.unsafe.ScanDetail;
import dev.ashlar.report.unsafe.ScanJUnit;
import dev.ashlar.report.unsafe.ScanJson;
import dev.ashlar.report.unsafe.ScanPage;
import dev.ashlar.report.unsafe.ScanSarif;
import dev.ashlar.report.unsafe.ScanText;
import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.ScanReport;
import dev.ashlar.unsafe.scan.UnsafeScan;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "scan",
    description = {
      "Lists the uses of sun.misc.Unsafe in class files, by artifact, method and line.",
      "",
      "Also lists restricted and native methods (JEP 472), final fields set by reflection (JEP 500),"
          + " and manifests that open modules. Reads jars, jars in them, wars, jmods, class files, and"
          + " folders of these. Nothing is loaded or unpacked.",
      "",
      "  ashlar unsafe scan app.jar lib/",
      "  ashlar unsafe scan --maven .",
      "  ashlar unsafe scan --gradle .",
      "  ashlar unsafe scan --pid 4711",
      "  ashlar unsafe scan --maven . --baseline unsafe.json",
      "",
      "Reflection with names that are computed at run time is not found."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:fine",
      "1:something could not be read or failed, or is new against the baseline",
      "2:wrong usage"
    })
final class UnsafeScanCommand extends CliCommand {
  @Parameters(paramLabel = "PATH", arity = "0..*", description = "jars, class files, folders")
  private List<Path> paths = List.of();

  @Option(
      names = "--maven",
      description =
          "each PATH is the folder of a Maven project: scan its classes and its runtime class path,"
              + " which its own mvnw or else mvn resolves offline")
  private boolean maven;

  @Option(
      names = "--gradle",
      description = "as --maven, for Gradle projects, with their own gradlew or else gradle")
  private boolean gradle;

  @Option(
      names = "--pid",
      paramLabel = "PID",
      description = "scan the class path and module path of this running JVM; repeatable")
  private List<Long> pids = List.of();

  @Option(
      names = "--top",
      paramLabel = "N",
      description =
          "number of artifacts, and of methods of each, to print; 0 for all (default:"
              + " ${DEFAULT-VALUE})",
      defaultValue = "10")
  private int top = 10;

  @Option(names = "--json", paramLabel = "FILE", description = "all uses as JSON")
  private @Nullable Path json;

  @Option(names = "--sarif", paramLabel = "FILE", description = "all uses in the format SARIF")
  private @Nullable Path sarif;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "with --baseline: a report of JUnit in which artifacts with new uses fail")
  private @Nullable Path junit;

  @Option(
      names = "--code",
      description = "also print what to write instead of the calls, for authors of code")
  private boolean code;

  @Option(names = "--html", paramLabel = "FILE", description = "the same as a page")
  private @Nullable Path html;

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description =
          "the JSON of an earlier scan: print only what is new, and exit with 1 if there is any")
  private @Nullable Path baseline;

  /// How the projects bring in each artifact.
  private final Map<String, String> broughtIn = new LinkedHashMap<>();

  @Override
  public Integer call() throws IOException {
    int most = most(top);
    requireDistinctFiles();
    if (junit != null && baseline == null) {
      throw wrongUsage("--junit needs --baseline, because it reports new uses only");
    }
    ScanBaseline known = baseline == null ? null : readBaseline(baseline);
    JdkMethods jdk = JdkMethods.ofThisJdk();
    Set<Path> withClasses = maven || gradle ? Set.of() : Set.copyOf(paths);
    ScanReport report = UnsafeScan.of(files(), withClasses, jdk);
    findPaths(report);
    ScanDetail detail = new ScanDetail(most, code, broughtIn);
    PrintWriter out = out();
    List<String> news = known == null ? List.of() : known.newIn(report);
    if (known == null) {
      out.print(ScanText.of(report, jdk, detail, TerminalStyle.of()));
    } else if (news.isEmpty()) {
      out.println("nothing new");
    } else {
      news.forEach(line -> out.println("new: " + Failures.oneLine(line)));
    }
    out.flush();
    if (json != null) {
      ScanJson.write(report, jdk, detail, json);
    }
    if (sarif != null) {
      ScanSarif.write(report, jdk, Optional.ofNullable(known), Version.ofBuild(), sarif);
    }
    if (html != null) {
      ScanPage.write(report, jdk, detail, html);
    }
    if (junit != null) {
      ScanJUnit.write(report, news, junit);
    }
    // What could not be read is accepted only if the baseline has it.
    boolean isFine = known == null ? report.isComplete() : news.isEmpty();
    if (!isFine && known == null) {
      err().println("ashlar: not everything could be read, so the exit code is 1");
    }
    return isFine ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  /// Asks Maven for [#broughtIn], if anything was found.
  private void findPaths(ScanReport report) {
    if (maven && !report.artifacts().isEmpty()) {
      for (Path project : projects()) {
        try {
          MavenPaths.of(project).forEach(broughtIn::putIfAbsent);
        } catch (IOException e) {
          PrintWriter err = err();
          err.println("ashlar: " + Failures.oneLine(e.getMessage()));
        }
      }
    }
  }

  private List<Path> projects() {
    return paths.isEmpty() ? List.of(Path.of("")) : paths;
  }

  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    if (maven && gradle) {
      throw wrongUsage("--maven and --gradle exclude each other: scan one after the other");
    }
    if (maven) {
      for (Path project : projects()) {
        files.addAll(MavenClassPath.of(project));
      }
    } else if (gradle) {
      for (Path project : projects()) {
        GradleClassPath resolved = GradleClassPath.of(project);
        files.addAll(resolved.files());
        resolved.paths().forEach(broughtIn::putIfAbsent);
      }
    } else {
      files.addAll(paths);
    }
    for (long pid : pids) {
      files.addAll(AttachedJvm.classPath(pid));
    }
    if (files.isEmpty()) {
      throw wrongUsage("give a jar, a class file or a folder, or --maven, --gradle or --pid");
    }
    // A missing file is a problem of the scan if a JVM or Maven named it, but wrong usage here.
    for (Path path : paths) {
      if (!Files.exists(path)) {
        throw wrongUsage("there is no file " + path);
      }
    }
    return files.stream().distinct().toList();
  }

  private ScanBaseline readBaseline(Path file) {
    try {
      return ScanBaseline.read(file);
    } catch (IOException e) {
      throw wrongUsage("--baseline: " + Failures.oneLine(e.getMessage()));
    }
  }

  private void requireDistinctFiles() {
    List<Path> outputs =
        Stream.of(json, sarif, html, junit, baseline)
            .flatMap(Stream::ofNullable)
            .map(file -> file.toAbsolutePath().normalize())
            .toList();
    if (outputs.stream().distinct().count() < outputs.size()) {
      throw wrongUsage(
          "one file is given twice: --json, --sarif, --html, --junit and --baseline need their own");
    }
  }
}
