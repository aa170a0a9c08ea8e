// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.protobuf;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.protobuf.generated.Numbers;
import dev.ashlar.lab.protobuf.generated.Quote;
import dev.ashlar.lab.protobuf.generated.Texts;
import dev.ashlar.lab.protobuf.generated.Tree;
import java.util.ArrayList;
import java.util.List;

/// Converts records to messages of protobuf-java's generated classes, and back.
final class Generated {
  private Generated() {}

  static Message of(Record message) {
    return switch (message) {
      case Records.Quote quote -> of(quote);
      case Records.Tree tree -> of(tree);
      case Records.Numbers numbers -> of(numbers);
      case Records.Texts texts -> of(texts);
      default -> throw new IllegalArgumentException(message.toString());
    };
  }

  private static Message of(Records.Quote quote) {
    return Quote.newBuilder()
        .setId(quote.id())
        .setKind(quote.kind())
        .setName(quote.name())
        .setPrice(quote.price())
        .setLive(quote.live())
        .setTime(quote.time())
        .setDelta(quote.delta())
        .setVenue(quote.venue())
        .setCount(quote.count())
        .setShare(quote.share())
        .setClient(quote.client())
        .setToken(ByteString.copyFrom(quote.token()))
        .build();
  }

  private static Tree of(Records.Tree tree) {
    Tree.Builder made = Tree.newBuilder().setValue(tree.value()).setLabel(tree.label());
    for (Records.Tree child : tree.children()) {
      made.addChildren(of(child));
    }
    return made.build();
  }

  private static Message of(Records.Numbers numbers) {
    Numbers.Builder made = Numbers.newBuilder();
    for (int count : numbers.counts()) {
      made.addCounts(count);
    }
    for (double price : numbers.prices()) {
      made.addPrices(price);
    }
    for (long delta : numbers.deltas()) {
      made.addDeltas(delta);
    }
    return made.build();
  }

  private static Message of(Records.Texts texts) {
    return Texts.newBuilder()
        .addAllLines(texts.lines())
        .putAllLabels(texts.labels())
        .setTitle(texts.title())
        .build();
  }

  static Record record(Message message) {
    return switch (message) {
      case Quote quote ->
          new Records.Quote(
              quote.getId(),
              quote.getKind(),
              quote.getName(),
              quote.getPrice(),
              quote.getLive(),
              quote.getTime(),
              quote.getDelta(),
              quote.getVenue(),
              quote.getCount(),
              quote.getShare(),
              quote.getClient(),
              quote.getToken().toByteArray());
      case Tree tree -> record(tree);
      case Numbers numbers ->
          new Records.Numbers(
              ints(numbers.getCountsList()),
              doubles(numbers.getPricesList()),
              longs(numbers.getDeltasList()));
      case Texts texts ->
          new Records.Texts(
              List.copyOf(texts.getLinesList()), texts.getLabelsMap(), texts.getTitle());
      default -> throw new IllegalArgumentException(message.toString());
    };
  }

  private static Records.Tree record(Tree tree) {
    List<Records.Tree> children = new ArrayList<>(tree.getChildrenCount());
    for (Tree child : tree.getChildrenList()) {
      children.add(record(child));
    }
    return new Records.Tree(tree.getValue(), tree.getLabel(), children);
  }

  private static int[] ints(List<Integer> list) {
    int[] values = new int[list.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = list.get(i);
    }
    return values;
  }

  private static double[] doubles(List<Double> list) {
    double[] values = new double[list.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = list.get(i);
    }
    return values;
  }

  private static long[] longs(List<Long> list) {
    long[] values = new long[list.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = list.get(i);
    }
    return values;
  }

  /// {@return the message that `bytes` encode, of the same type as `kind`}
  static Message parse(Message kind, byte[] bytes) {
    try {
      return kind.getParserForType().parseFrom(bytes);
    } catch (InvalidProtocolBufferException malformed) {
      throw new WrongResultException("no message: " + malformed.getMessage());
    }
  }
}
