// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.protobuf;

import dev.ashlar.lab.protobuf.Records.Numbers;
import dev.ashlar.lab.protobuf.Records.Quote;
import dev.ashlar.lab.protobuf.Records.Texts;
import dev.ashlar.lab.protobuf.Records.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// The messages, which are always the same.
final class Samples {
  private static final int LEVELS = 3;
  private static final int CHILDREN = 3;
  private static final int NUMBERS = 200;
  private static final int LINES = 20;
  private static final int LABELS = 5;

  private final Random random = new Random(16);

  List<Record> messages(Message kind, int count) {
    List<Record> messages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      messages.add(
          switch (kind) {
            case FLAT -> quote();
            case TREE -> tree(LEVELS);
            case NUMBERS -> numbers();
            case TEXTS -> texts();
          });
    }
    return messages;
  }

  private Quote quote() {
    byte[] token = new byte[16];
    random.nextBytes(token);
    return new Quote(
        random.nextLong() >>> 20,
        random.nextInt(300),
        word(5 + random.nextInt(20)),
        random.nextDouble(),
        random.nextBoolean(),
        random.nextLong(),
        random.nextInt(2_000) - 1_000,
        word(4),
        random.nextInt(1_000),
        random.nextFloat(),
        random.nextInt(1 << 20),
        token);
  }

  private Tree tree(int levels) {
    List<Tree> children = new ArrayList<>();
    for (int i = 0; levels > 0 && i < CHILDREN; i++) {
      children.add(tree(levels - 1));
    }
    return new Tree(
        random.nextInt(100_000), "node " + random.nextInt(1_000), List.copyOf(children));
  }

  /// Returns numbers of each magnitude. Counts are not negative, because Jackson cannot read the
  /// ten bytes of a negative count.
  private Numbers numbers() {
    int[] counts = new int[NUMBERS];
    double[] prices = new double[NUMBERS];
    long[] deltas = new long[NUMBERS];
    for (int i = 0; i < NUMBERS; i++) {
      counts[i] = random.nextInt() >>> (1 + random.nextInt(Integer.SIZE - 1));
      prices[i] = random.nextDouble();
      deltas[i] = random.nextLong() >> random.nextInt(Long.SIZE);
    }
    return new Numbers(counts, prices, deltas);
  }

  /// Every third line can have letters that are not ASCII.
  private Texts texts() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < LINES; i++) {
      lines.add(i % 3 == 0 ? german(20 + random.nextInt(100)) : word(20 + random.nextInt(60)));
    }
    Map<String, String> labels = new LinkedHashMap<>();
    while (labels.size() < LABELS) {
      labels.put(word(8), word(12));
    }
    return new Texts(List.copyOf(lines), labels, german(30));
  }

  private String german(int length) {
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      text.append(random.nextInt(10) == 0 ? "gr\u00FC\u00DFe " : "telemetry data ");
    }
    return text.toString();
  }

  private String word(int length) {
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < length; i++) {
      word.append((char) ('a' + random.nextInt(26)));
    }
    return word.toString();
  }
}
