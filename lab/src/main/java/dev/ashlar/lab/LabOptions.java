package dev.ashlar.lab;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// What to run.
///
/// @param experiments names, none for all
/// @param cases glob that a case's name has to match
/// @param contenders glob that a contender's name has to match
/// @param text the user's own lines for `strings`
/// @param jvms how many JVMs measure each pair; empty for as many as the mode has
public record LabOptions(
    List<String> experiments,
    Mode mode,
    Optional<String> cases,
    Optional<String> contenders,
    Optional<Path> text,
    OptionalInt jvms) {

  public LabOptions {
    experiments = List.copyOf(experiments);
  }

  /// With as many JVMs for each pair as the mode has.
  public LabOptions(
      List<String> experiments,
      Mode mode,
      Optional<String> cases,
      Optional<String> contenders,
      Optional<Path> text) {
    this(experiments, mode, cases, contenders, text, OptionalInt.empty());
  }

  int forks() {
    return jvms.orElse(mode.forks());
  }

  boolean isFiltered() {
    return cases.isPresent() || contenders.isPresent();
  }
}
