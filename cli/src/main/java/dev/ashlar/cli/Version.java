package dev.ashlar.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/// The version of this build and of the JVM it runs on.
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version =
        Optional.ofNullable(Main.class.getPackage().getImplementationVersion())
            .orElse("(not packaged)");
    return new String[] {"ashlar " + version + ", JDK " + Runtime.version()};
  }
}
