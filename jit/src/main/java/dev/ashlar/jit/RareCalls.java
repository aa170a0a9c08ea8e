package dev.ashlar.jit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Calls that HotSpot left alone since they had hardly ever been made, and that CPU samples show to
/// be hot: counts end when a call is compiled, samples do not.
final class RareCalls {
  private final Recording recording;
  private final long longest;
  private final Map<Sites.Place, Sites.Standing> hot = new LinkedHashMap<>();
  private final Map<Sites.Place, Long> samples = new LinkedHashMap<>();

  private RareCalls(Recording recording, long longest) {
    this.recording = recording;
    this.longest = longest;
  }

  /// {@return the hot ones, each along the path that has most of its samples}
  ///
  /// @param words the compilations to look at
  /// @param longest the bytecode that HotSpot would inline if it knew that the call is hot
  static Map<Sites.Place, Sites.Standing> hot(List<Task> words, Recording recording, long longest) {
    RareCalls calls = new RareCalls(recording, longest);
    words.forEach(word -> word.forEachDecision(calls::add));
    return calls.hot;
  }

  private void add(List<Method> path, CallSite site, Decision decision) {
    // One that was never made has a trap in its place, and the code is compiled again.
    if (!decision.isRare() || decision.isUnreached() || decision.target().byteSize() > longest) {
      return;
    }
    long here = recording.samplesAlong(path, site.bci());
    Sites.Place place = Sites.Place.of(path, site);
    if (Sampled.isEnough(here, recording.sampleCount()) && here > samples.getOrDefault(place, 0L)) {
      samples.put(place, here);
      double times = Math.max(0, site.frequency());
      hot.put(place, new Sites.Standing(List.copyOf(path), site, decision, times, times, times, 0));
    }
  }
}
