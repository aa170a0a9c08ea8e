package dev.ashlar.lab;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What to run.
///
/// @param experiments names, none for all
/// @param cases glob that a case's name has to match
/// @param contenders glob that a contender's name has to match
/// @param text the user's own lines for `strings`
public record LabOptions(
    List<String> experiments,
    Mode mode,
    Optional<String> cases,
    Optional<String> contenders,
    Optional<Path> text) {

  public LabOptions {
    experiments = List.copyOf(experiments);
  }

  boolean isFiltered() {
    return cases.isPresent() || contenders.isPresent();
  }
}
