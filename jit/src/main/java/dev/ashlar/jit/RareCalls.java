package dev.ashlar.jit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Calls that HotSpot left alone since they had hardly ever been made, and that CPU samples show to
/// be hot: counts end when a call is compiled, samples do not.
final class RareCalls {
  /// Of the CPU samples; fewer are no news.
  private static final double WORTH_TELLING = 0.01;

  private final Recording recording;
  private final Map<Sites.Place, Sites.Standing> hot = new LinkedHashMap<>();
  private final Map<Sites.Place, Long> samples = new LinkedHashMap<>();

  private RareCalls(Recording recording) {
    this.recording = recording;
  }

  /// {@return the hot ones, each along the path that has most of its samples}
  ///
  /// @param words the compilations to look at
  static Map<Sites.Place, Sites.Standing> hot(List<Task> words, Recording recording) {
    RareCalls calls = new RareCalls(recording);
    words.forEach(word -> word.forEachDecision(calls::add));
    return calls.hot;
  }

  private void add(List<Method> path, CallSite site, Decision decision) {
    // One that was never made has a trap in its place, and the code is compiled again.
    if (!decision.isRare() || decision.isUnreached()) {
      return;
    }
    long here = recording.samplesAlong(path, site.bci());
    Sites.Place place = Sites.Place.of(path, site);
    if ((double) here > WORTH_TELLING * (double) recording.sampleCount()
        && here > samples.getOrDefault(place, 0L)) {
      samples.put(place, here);
      double times = Math.max(0, site.frequency());
      hot.put(place, new Sites.Standing(List.copyOf(path), site, decision, times, times, times, 0));
    }
  }
}
