// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.Recording;
import dev.ashlar.report.jit.JitPage;
import dev.ashlar.report.jit.SampleLog;
import dev.ashlar.report.lab.LabPage;
import dev.ashlar.report.lab.SampleRun;
import dev.ashlar.report.unsafe.ScanDetail;
import dev.ashlar.report.unsafe.ScanPage;
import dev.ashlar.results.LabRun;
import dev.ashlar.unsafe.Artifact;
import dev.ashlar.unsafe.ArtifactScan;
import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.Member;
import dev.ashlar.unsafe.ScanReport;
import dev.ashlar.unsafe.Use;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Pages with everything that takes room in them: many rows, long names, many places.
final class SamplePages {
  private static final String LONG_PACKAGE =
      "com.example.organization.department.service.internal.infrastructure.persistence";

  private SamplePages() {}

  static String lab() {
    LabRun samples = SampleRun.of();
    List<LabRun.Experiment> experiments = new ArrayList<>(samples.experiments());
    LabRun.Experiment first = experiments.getFirst();
    experiments.set(
        0,
        new LabRun.Experiment(
            first.name(),
            first.title(),
            first.question(),
            first.seconds(),
            first.cases(),
            first.contenders(),
            first.rows(),
            first.comparisons(),
            first.skipped(),
            first.failed(),
            List.of(),
            Stream.of("clean", "polluted", "mapped").map(SamplePages::evidence).toList()));
    experiments.addAll(SampleRun.withSeries().experiments());
    return LabPage.html(SampleRun.of(experiments));
  }

  private static LabRun.Evidence evidence(String caseName) {
    LabRun.Call call =
        new LabRun.Call(
            8,
            LONG_PACKAGE + ".Segment::get",
            "virtual call",
            3,
            1,
            List.of(new LabRun.Share(LONG_PACKAGE + ".NativeSegment", 0.6)),
            List.of());
    LabRun.Loop loop =
        new LabRun.Loop(
            "main loop, line 14: 1 range check inside", "objdump", List.of("mov eax, [rbx+0x10]"));
    return new LabRun.Evidence(
        caseName, "ashlar", "Decoder::decode", List.of(call), "", List.of(loop), "");
  }

  /// {@return the page of a run with as many experiments as the lab has}
  static String manyExperiments() {
    LabRun.Experiment one = SampleRun.of().experiments().getLast();
    return LabPage.html(SampleRun.of(Stream.generate(() -> one).limit(16).toList()));
  }

  static String jit(Path folder) throws IOException {
    Map<String, CompilationLog> logs = new LinkedHashMap<>();
    logs.put(
        "jit-pid1.log",
        SampleLog.read(folder, SampleLog.of(LONG_PACKAGE + ".Repository") + SampleLog.END)
            .with(recording()));
    logs.put("jit-pid2.log", SampleLog.read(folder, SampleLog.withIntrinsic() + SampleLog.END));
    return JitPage.html(logs, Map.of());
  }

  /// Samples in `big`, which `root` calls, in methods inlined in it, and few in each of a hundred.
  private static Recording recording() {
    Recording.Frame root = frame("root", 7, Recording.Code.COMPILED);
    Recording.Frame main = new Recording.Frame("a.Main::main()V", 3, 9, Recording.Code.INTERPRETED);
    Map<List<Recording.Frame>, Integer> stacks = new LinkedHashMap<>();
    stacks.put(List.of(frame("big", 1, Recording.Code.COMPILED), root, main), 600);
    stacks.put(
        List.of(
            frame("inner", 0, Recording.Code.INLINED),
            frame("small", 1, Recording.Code.INLINED),
            frame("root", 12, Recording.Code.COMPILED),
            main),
        300);
    // Half of them have the least share that is drawn.
    for (int i = 0; i < 100; i++) {
      stacks.put(List.of(frame("rare" + i, 0, Recording.Code.INLINED), root, main), 1 + i % 2);
    }
    return Recording.of(stacks);
  }

  private static Recording.Frame frame(String method, int bci, Recording.Code code) {
    return new Recording.Frame(
        LONG_PACKAGE + ".Repository::" + method + "()V", bci, bci + 20, code);
  }

  static String unsafe() {
    List<Use> uses = new ArrayList<>();
    for (String method : List.of("getLong", "putLong")) {
      for (int i = 0; i < 80; i++) {
        uses.add(
            new Use(
                Use.Kind.UNSAFE_CALL,
                new Use.Site(
                    LONG_PACKAGE + ".OffHeapRepository",
                    "method" + i % 40,
                    "()V",
                    1,
                    i % 40 + (i < 40 ? 0 : 1000),
                    0),
                new Member(JdkMethods.UNSAFE, method, "(J)J")));
      }
    }
    List<ArtifactScan> scans =
        Stream.of("first", "second", "third")
            .map(name ->
                new ArtifactScan(
                    new Artifact(
                        LONG_PACKAGE, name, "1.2.3", Artifact.Source.FILE_NAME, name + ".jar"),
                    9,
                    uses,
                    List.of(),
                    Map.of("Add-Opens", "java.base/java.nio java.base/sun.nio.ch"),
                    List.of()))
            .toList();
    return ScanPage.html(
        new ScanReport(25, scans, 3, 27, 1_000_000, List.of()),
        JdkMethods.ofThisJdk(),
        new ScanDetail(10, true, Map.of()));
  }
}
