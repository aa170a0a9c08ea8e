// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.write;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/// A query's write to a folder, on the driver's side.
record FolderWrite(WritePlan plan, FolderCommit commit, boolean overwrite) implements BatchWrite {
  /// The files that a task has written.
  ///
  /// @param files their names; none if there were no rows
  record Written(List<String> files) implements WriterCommitMessage {}

  @Override
  public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    try {
      commit.begin();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed.getMessage(), failed);
    }
    return new FileWriterFactory(plan, commit.attempts().toUri());
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    List<String> files =
        Arrays.stream(messages)
            .map(Written.class::cast)
            .flatMap(written -> written.files().stream())
            .toList();
    try {
      commit.commit(files, overwrite);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed.getMessage(), failed);
    }
  }

  @Override
  public void abort(WriterCommitMessage[] messages) {
    try {
      commit.abort();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed.getMessage(), failed);
    }
  }
}
