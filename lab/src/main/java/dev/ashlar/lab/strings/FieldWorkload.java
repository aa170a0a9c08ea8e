// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.CodedInputStream;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.strings.FieldWriter.HarnessWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/// Writes all texts of a case with one contender: each text as a message of one field, or all of
/// them in one message.
final class FieldWorkload implements Workload {
  /// The number of times that the texts of each other kind are written before the timing.
  private static final int TURNS_BEFORE = 60;

  private final FieldWriter writer;
  private final String[] texts;
  private final int fieldsPerMessage;
  private final List<String[]> before;

  /// @param before texts of other kinds that the contender writes before anything is timed
  FieldWorkload(FieldWriter writer, String[] texts, int fieldsPerMessage, List<String[]> before) {
    this.writer = writer;
    this.texts = texts;
    this.fieldsPerMessage = fieldsPerMessage;
    this.before = before;
  }

  @Override
  public void prepare() {
    for (String[] others : before) {
      for (int turn = 0; turn < TURNS_BEFORE; turn++) {
        writeAll(others);
      }
    }
  }

  /// Verifies each text: protobuf's reader reads the field, and its bytes must equal the JDK's
  /// encoding. All texts together must have the same number of bytes.
  @Override
  public void verify() {
    if (writer instanceof HarnessWriter) {
      return;
    }
    long expected = 0;
    for (String text : texts) {
      expected += writer.write(new String[] {text}, 0, 1);
      verifyField(text, writer.written());
    }
    long written = run();
    if (written != expected) {
      throw new WrongResultException(
          "%d bytes for all texts, %d for each on its own".formatted(written, expected));
    }
  }

  private static void verifyField(String text, byte[] field) {
    try {
      CodedInputStream input = CodedInputStream.newInstance(field);
      boolean good =
          input.readTag() == FieldWriter.TAG
              && Arrays.equals(input.readByteArray(), text.getBytes(UTF_8))
              && input.isAtEnd();
      if (!good) {
        throw new WrongResultException("not the field of '%s'".formatted(text));
      }
    } catch (IOException e) {
      throw new WrongResultException(
          "no protobuf field for '%s': %s".formatted(text, e.getMessage()));
    }
  }

  @Override
  public long run() {
    return writeAll(texts);
  }

  private long writeAll(String[] all) {
    long total = 0;
    for (int from = 0; from < all.length; from += fieldsPerMessage) {
      total += writer.write(all, from, Math.min(from + fieldsPerMessage, all.length));
    }
    return total;
  }
}
