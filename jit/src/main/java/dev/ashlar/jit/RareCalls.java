package dev.ashlar.jit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Calls that HotSpot did not inline because they were cold in the profile, and that CPU samples show
/// to be hot. Counts end when a call is compiled, samples do not.
final class RareCalls {
  private final Recording recording;
  private final long longest;
  private final Map<Sites.Place, Sites.Standing> hot = new LinkedHashMap<>();
  private final Map<Sites.Place, Long> samples = new LinkedHashMap<>();

  private RareCalls(Recording recording, long longest) {
    this.recording = recording;
    this.longest = longest;
  }

  /// {@return the hot ones, each on the path that has most of its samples}
  ///
  /// @param compilations the compilations to look at
  /// @param longest the bytecode that HotSpot would inline if it knew that the call is hot
  static Map<Sites.Place, Sites.Standing> hot(List<Compilation> compilations, Recording recording, long longest) {
    RareCalls calls = new RareCalls(recording, longest);
    compilations.forEach(compilation -> compilation.forEachDecision(calls::add));
    return calls.hot;
  }

  private void add(List<Method> path, CallSite site, Decision decision) {
    // A call that was never made is compiled as an uncommon trap, so the code is recompiled.
    if (!decision.isCold() || decision.isUnreached() || decision.target().byteSize() > longest) {
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
