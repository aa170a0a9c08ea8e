// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;

/// Spark in the JVM of the tests, or with executors in JVMs of their own.
final class Sessions {
  private Sessions() {}

  /// Starts Spark with two threads, unless it is running. It runs on for the next test class.
  static SparkSession local() {
    return start("local[2]");
  }

  /// Starts Spark with two executors instead, which the caller stops. They find Spark's jars in
  /// `SPARK_HOME`, which is made of the class path of the tests.
  static SparkSession cluster() throws IOException {
    Path home = Path.of(System.getenv("SPARK_HOME"));
    Path jars = Files.createDirectories(home.resolve("jars"));
    if (Files.notExists(home.resolve("RELEASE"))) {
      Files.createFile(home.resolve("RELEASE"));
    }
    List<Path> classPath =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .toList();
    for (Path jar : classPath) {
      Path link = jars.resolve(jar.getFileName());
      if (jar.toString().endsWith(".jar")) {
        Files.deleteIfExists(link); // The class path of an earlier build may have been another.
        Files.createSymbolicLink(link, jar);
      }
    }
    String folders =
        classPath.stream()
            .filter(Files::isDirectory)
            .map(Path::toString)
            .reduce((a, b) -> a + File.pathSeparator + b)
            .orElse("");
    local().stop();
    return builder("local-cluster[2,1,1024]")
        .config("spark.executor.extraClassPath", folders)
        .config("spark.executorEnv.JAVA_HOME", System.getProperty("java.home"))
        .config("spark.executor.memory", "512m")
        .config("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
        .getOrCreate();
  }

  private static SparkSession start(String master) {
    return builder(master).getOrCreate();
  }

  private static SparkSession.Builder builder(String master) {
    return SparkSession.builder()
        .master(master)
        .appName("ashlar")
        .config("spark.ui.enabled", false)
        .config("spark.driver.host", "localhost")
        .config("spark.sql.shuffle.partitions", 2)
        .config("spark.sql.datetime.java8API.enabled", true)
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.warehouse.dir", "target/warehouse");
  }
}
