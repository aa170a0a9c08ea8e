package dev.ashlar.report;

import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.ScanVerdict;
import dev.ashlar.unsafe.run.ExecutedCall;
import dev.ashlar.unsafe.run.Heat;
import dev.ashlar.unsafe.run.UnsafeRun;
import java.util.ArrayList;
import java.util.List;

/// What a run says about a JVM without Unsafe, as sentences.
final class UnsafeRunVerdict {
  private UnsafeRunVerdict() {}

  static List<String> of(UnsafeRun run) {
    JdkMethods jdk = JdkMethods.ofThisJdk();
    List<String> sentences = new ArrayList<>();
    if (!run.logComplete()) {
      sentences.add("Not all of the compilation log could be read, so calls may be missing.");
    }
    long denied = run.calls().stream().map(ExecutedCall::target).filter(jdk::isDenied).count();
    sentences.add(
        run.calls().isEmpty()
            ? "No call of sun.misc.Unsafe was seen."
            : NumberFormats.count(run.calls().size(), "call")
                + " of sun.misc.Unsafe in "
                + NumberFormats.count(run.methods().size(), "method")
                + ": "
                + run.count(Heat.HOT)
                + " hot, "
                + run.count(Heat.COMPILED)
                + " compiled but not hot, "
                + run.count(Heat.COLD)
                + " cold. Under --sun-misc-unsafe-memory-access=deny, "
                + denied
                + " of the calls throw.");
    int version = run.vm().featureVersion();
    if (denied > 0) {
      sentences.add(
          version >= ScanVerdict.WARNS_SINCE
              ? "JDK " + version + " warns of them once, at the first."
              : "JDK " + ScanVerdict.WARNS_SINCE + " and later warn of them once, at the first.");
    }
    if (!run.recorded()) {
      sentences.add(
          "There is no recording, so calls that C2 did not compile are not known. A JVM records if"
              + " 'java' of JDK 17 or later started it, and if it was not killed.");
    } else if (version < UnsafeRun.LINKS_SINCE) {
      sentences.add(
          "Calls that C2 did not compile are not known: jdk.DeprecatedInvocation begins with JDK "
              + UnsafeRun.LINKS_SINCE
              + ".");
    }
    return sentences;
  }
}
