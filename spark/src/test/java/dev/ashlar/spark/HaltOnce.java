// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.api.java.UDF1;

/// Returns what it is given; ends its JVM without any clean-up the first time it is given `at`.
///
/// @param marker a file that is there from then on
record HaltOnce(String marker, long at) implements UDF1<Long, Long> {
  @Override
  public Long call(Long value) throws IOException {
    if (value == at) {
      try {
        Files.createFile(Path.of(marker));
        Runtime.getRuntime().halt(137);
      } catch (FileAlreadyExistsException secondAttempt) {
        return value;
      }
    }
    return value;
  }
}
