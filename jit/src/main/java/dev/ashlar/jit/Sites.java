package dev.ashlar.jit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The calls in C2's last compilations, each place of the source once: a method inlined into ten others
/// has its calls ten times in the log.
final class Sites {
  /// Part of a method's own code in what runs, when its callers have the method inlined.
  private static final double OWN_CODE = 0.1;

  /// An instruction. The callee is no part of it: where the compiler knows the receiver's class, it
  /// is that class's method.
  record Place(Method caller, int bci) {
    static Place of(List<Method> path, CallSite site) {
      return new Place(path.get(path.size() - 1), site.bci());
    }
  }

  /// What became of the call at one place.
  ///
  /// @param path where it was hottest: the method compiled there, and what is inlined in it down to
  ///   the method that calls
  /// @param site as it was compiled there
  /// @param decision the one that matters there
  /// @param here how often it was called with this outcome on this path
  /// @param times the same on all paths, as the log counts it
  /// @param lost the same by what matters: a method's own code does less where its callers have it
  ///   inlined
  /// @param won how often it was inlined or replaced elsewhere
  record Standing(
      List<Method> path,
      CallSite site,
      Decision decision,
      double here,
      double times,
      double lost,
      double won) {}

  private static final class Tally {
    private double own;
    private double inlined;
    private double lost;
    private double hottest = -1;
    private @Nullable Standing standing;

    /// @param part of the calls that matters
    void add(List<Method> path, CallSite site, Decision decision, double times, double part) {
      if (part < 1) {
        own = Math.max(own, times);
      } else {
        inlined += times;
      }
      lost += times * part;
      if (times * part > hottest) {
        hottest = times * part;
        standing = new Standing(List.copyOf(path), site, decision, times, 0, 0, 0);
      }
    }

    /// Where its callers have a method inlined, its own code repeats their counts.
    double times() {
      return Math.max(own, inlined);
    }
  }

  private final Map<Place, Tally> refused = new LinkedHashMap<>();
  private final Map<Place, Tally> replaced = new LinkedHashMap<>();
  private final Map<Place, Double> inlined = new HashMap<>();
  private final Set<Method> inlinedMethods = new HashSet<>();

  /// @param compilations the compilations to look at, each with its tree
  Sites(List<Compilation> compilations) {
    Map<Method, List<Compilation>> byRoot = new LinkedHashMap<>();
    for (Compilation compilation : compilations) {
      byRoot.computeIfAbsent(compilation.method(), m -> new ArrayList<>(2)).add(compilation);
      compilation.forEachDecision((path, site, decision) -> {
        // A method inlined in itself is still called.
        if (decision.verdict() == Verdict.INLINED && !path.contains(decision.target())) {
          inlinedMethods.add(decision.target());
        }
      });
    }
    byRoot.values().forEach(this::addRoot);
  }

  /// Code that is entered in a running loop has the same calls as the ordinary code, if there is
  /// any, and as that which is entered elsewhere, and one counter goes on through all of them: the
  /// ordinary code's compilation counts, else the latest.
  private void addRoot(List<Compilation> compilations) {
    Set<Place> seen = new HashSet<>();
    compilations.stream()
        .sorted(
            Comparator.comparing(Compilation::isOsr)
                .thenComparing(Comparator.comparingDouble(Compilation::startSeconds).reversed()))
        .forEach(compilation -> {
          Set<Place> own = new HashSet<>();
          double part = !compilation.isOsr() && inlinedMethods.contains(compilation.method()) ? OWN_CODE : 1;
          compilation.forEachDecision((path, site, decision) -> {
            Place place = Place.of(path, site);
            own.add(place);
            if (!seen.contains(place)) {
              add(place, path, part, site, decision);
            }
          });
          seen.addAll(own);
        });
  }

  private void add(Place place, List<Method> path, double part, CallSite site, Decision decision) {
    double times = Math.max(0, site.frequency());
    if (times == 0) {
      return;
    }
    double own = times * site.shareOf(decision);
    if (own == 0) {
      return;
    }
    switch (decision.verdict()) {
      case INLINED -> inlined.merge(place, own * part, Double::sum);
      case INTRINSIC -> tally(replaced, place).add(path, site, decision, own, part);
      case CALLED, VIRTUAL -> tally(refused, place).add(path, site, decision, own, part);
      case UNKNOWN -> {
        // The log does not say.
      }
    }
  }

  private static Tally tally(Map<Place, Tally> tallies, Place place) {
    return tallies.computeIfAbsent(place, p -> new Tally());
  }

  /// {@return the places where a call remains}
  List<Standing> refusals() {
    return standings(refused);
  }

  /// {@return the places where an intrinsic stands}
  List<Standing> intrinsics() {
    return standings(replaced);
  }

  private List<Standing> standings(Map<Place, Tally> tallies) {
    List<Standing> standings = new ArrayList<>(tallies.size());
    tallies.forEach((place, tally) -> {
      Standing s = tally.standing;
      if (s != null) {
        double won = inlined.getOrDefault(place, 0.0);
        standings.add(
            new Standing(s.path, s.site, s.decision, s.here, tally.times(), tally.lost, won));
      }
    });
    return standings;
  }
}
