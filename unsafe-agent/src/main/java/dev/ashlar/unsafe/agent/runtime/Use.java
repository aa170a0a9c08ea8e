// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import dev.ashlar.unsafe.agent.RefusedAccessException;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// The replaced calls in one jar or folder, and their state.
///
/// @param replaced the number of replaced call sites in the loaded classes
/// @param reached the number of call sites that were executed
/// @param manyShapes the number of call sites that met more shapes than they keep
/// @param left the calls that are not replaced, by method of Unsafe
/// @param internal the classes that name `jdk.internal.misc.Unsafe`, which is not replaced
/// @param unchanged the classes that were not rewritten, with the reason
public record Use(
    LongAdder replaced,
    LongAdder reached,
    LongAdder manyShapes,
    Map<String, LongAdder> left,
    Set<String> internal,
    Map<String, String> unchanged) {
  /// The places that differ in a report of refusals; others are counted only.
  private static final int MOST_PLACES = 1000;

  private static final Map<String, Use> BY_JAR = new ConcurrentSkipListMap<>();
  private static final Map<String, LongAdder> REFUSED = new ConcurrentHashMap<>();
  private static final Set<String> DELEGATED = new ConcurrentSkipListSet<>();

  /// The packages and the class between a caller and the replacement, which are not the place of a
  /// refusal.
  private static final List<String> BETWEEN =
      List.of(
          RefusedAccessException.class.getPackageName() + ".",
          "java.lang.invoke.",
          "java.lang.reflect.",
          "jdk.internal.reflect.",
          Elements.UNSAFE);

  private static volatile boolean delegates;

  private static final ClassValue<Use> BY_CLASS =
      new ClassValue<>() {
        @Override
        protected Use computeValue(Class<?> type) {
          return of(type.getProtectionDomain());
        }
      };

  private Use() {
    this(
        new LongAdder(),
        new LongAdder(),
        new LongAdder(),
        new ConcurrentSkipListMap<>(),
        ConcurrentHashMap.newKeySet(),
        new ConcurrentSkipListMap<>());
  }

  /// {@return the calls in the jar or folder of a protection domain}
  public static Use of(@Nullable ProtectionDomain domain) {
    CodeSource source = domain == null ? null : domain.getCodeSource();
    String location =
        source == null || source.getLocation() == null
            ? "(no jar)"
            : source.getLocation().toString();
    return BY_JAR.computeIfAbsent(location, _ -> new Use());
  }

  /// {@return the calls in the jar or folder of a class}
  public static Use of(Class<?> type) {
    return BY_CLASS.get(type);
  }

  public static Map<String, Use> byJar() {
    return BY_JAR;
  }

  /// Counts a refusal for the method that called Unsafe.
  ///
  /// @return `refusal`
  public static RefusedAccessException refused(RefusedAccessException refusal) {
    String place = "unknown";
    for (StackTraceElement frame : refusal.getStackTrace()) {
      String owner = frame.getClassName();
      if (BETWEEN.stream().noneMatch(owner::startsWith)) {
        place = frame.toString();
        break;
      }
    }
    String key = place + ": " + refusal.getMessage();
    if (REFUSED.size() >= MOST_PLACES && !REFUSED.containsKey(key)) {
      key = "others";
    }
    REFUSED.computeIfAbsent(key, _ -> new LongAdder()).increment();
    SiteEvents.refused(refusal);
    return refusal;
  }

  public static Map<String, LongAdder> refused() {
    return REFUSED;
  }

  /// Records that the methods of Unsafe itself call their replacements.
  public static void delegate() {
    delegates = true;
  }

  /// {@return whether they do; a call that is not replaced then reaches the replacement too}
  public static boolean delegates() {
    return delegates;
  }

  /// {@return the methods of Unsafe that were reached by calls that are not replaced}
  public static Set<String> delegated() {
    return DELEGATED;
  }
}
