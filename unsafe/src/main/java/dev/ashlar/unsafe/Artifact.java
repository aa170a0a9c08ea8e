// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe;

/// A jar or a folder of classes.
///
/// @param group the Maven group; empty if unknown
/// @param version the version; empty if unknown
/// @param source the source of group, name and version
/// @param location the path of the file; for a nested jar, the paths joined by `!/`
public record Artifact(String group, String name, String version, Source source, String location) {
  /// The sources of an artifact's name.
  public enum Source {
    REPOSITORY_PATH("path in the local repository"),
    POM_PROPERTIES("pom.properties"),
    MANIFEST("manifest"),
    FILE_NAME("file name");

    private final String words;

    Source(String words) {
      this.words = words;
    }

    /// {@return the constant as text}
    public String words() {
      return words;
    }
  }

  /// {@return group, name and version as far as known, as `io.netty:netty-common:4.1.100`}
  public String coordinates() {
    return (group.isEmpty() ? "" : group + ":") + name + (version.isEmpty() ? "" : ":" + version);
  }
}
