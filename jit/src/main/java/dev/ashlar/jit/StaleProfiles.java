// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import dev.ashlar.jit.compilation.CallSite;
import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Decision;
import dev.ashlar.jit.compilation.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Finds calls that are cold in the profile and hot in CPU samples. HotSpot counts a call only
/// until it compiles the call; samples are taken during the whole run.
final class StaleProfiles {
  private final Recording recording;
  private final long longest;
  private final Map<CallSiteStats.SiteKey, CallSiteStats.SiteStats> hot = new LinkedHashMap<>();
  private final Map<CallSiteStats.SiteKey, Long> samples = new LinkedHashMap<>();

  private StaleProfiles(Recording recording, long longest) {
    this.recording = recording;
    this.longest = longest;
  }

  /// {@return the calls, each with the inlining path that has most of its samples}
  ///
  /// @param compilations C2's current code
  /// @param longest the largest bytecode size, in bytes, that HotSpot inlines at hot calls
  static Map<CallSiteStats.SiteKey, CallSiteStats.SiteStats> hot(
      List<Compilation> compilations, Recording recording, long longest) {
    StaleProfiles calls = new StaleProfiles(recording, longest);
    compilations.forEach(compilation -> compilation.forEachDecision(calls::add));
    return calls.hot;
  }

  private void add(List<Method> path, CallSite site, Decision decision) {
    // A call that was never made is compiled as an uncommon trap, so the code is recompiled.
    if (!decision.isCold() || decision.isUnreached() || decision.target().byteSize() > longest) {
      return;
    }
    long countOnPath = recording.samplesAlong(path, site.bci());
    CallSiteStats.SiteKey key = CallSiteStats.SiteKey.of(path, site);
    if (SampleCounts.isEnough(countOnPath, recording.sampleCount())
        && countOnPath > samples.getOrDefault(key, 0L)) {
      samples.put(key, countOnPath);
      double count = Math.max(0, site.frequency());
      hot.put(
          key,
          new CallSiteStats.SiteStats(List.copyOf(path), site, decision, count, count, count, 0));
    }
  }
}
