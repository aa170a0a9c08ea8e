// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.protobuf;

import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.protobuf.MessageWorkload.Direction;
import dev.ashlar.results.LabRun.Kind;
import java.util.function.Function;

/// Compares writing records as messages, and reading records from messages.
public final class ProtobufExperiment extends Experiment {
  private static final String ASHLAR = "ashlar";
  private static final String PROTOBUF = "protobuf";
  private static final String BUILDING = "protobuf-building";
  private static final String DYNAMIC = "protobuf-dynamic";
  private static final String JACKSON = "jackson";
  private static final String JDK = "jdk-bytebuffer";

  public ProtobufExperiment() {
    super(
        "protobuf",
        "Messages from records",
        "protobuf-java wants a generated class for each message. A program has its data in"
            + " records, makes messages of them, which compute their sizes, and drops them. What does a"
            + " message cost that is written straight from a record, and read straight into one,"
            + " without generated sources?");
    addContender(ASHLAR, "ProtoType, from records and into records");
    addContender(
        PROTOBUF,
        "protobuf-java's generated classes; its messages are there already",
        Kind.LESS_WORK);
    addContender(BUILDING, "the same, with messages made of records and turned into records");
    addContender(
        DYNAMIC, "protobuf-java's DynamicMessage; its messages are there already", Kind.LESS_WORK);
    addContender(JACKSON, "Jackson's protobuf module, from records and into records");
    addContender(JDK, "by hand with a ByteBuffer, from records and into records");
    setJdkContenders(JDK);
    for (Direction direction : Direction.values()) {
      for (Message kind : Message.values()) {
        add(direction, kind);
      }
    }
    addDefault("write-flat", ASHLAR, BUILDING);
    addLoss(
        "write-flat",
        JDK,
        "that codec is written by hand for one message, and makes garbage (docs/text.md)");
  }

  private void add(Direction direction, Message kind) {
    String family = name(direction);
    String name = family + "-" + name(kind);
    String description =
        direction == Direction.WRITE
            ? "write %s to a buffer used again and again"
            : "read %s from an array";
    addCase(name, family, description.formatted(kind.description), MessageWorkload.MESSAGES);
    add(name, ASHLAR, direction, kind, AshlarCodec::of);
    add(name, PROTOBUF, direction, kind, _ -> new ProtobufCodec.Built());
    add(name, BUILDING, direction, kind, _ -> new ProtobufCodec.Building());
    add(name, DYNAMIC, direction, kind, _ -> new ProtobufCodec.Dynamic());
    if (kind != Message.TEXTS) {
      add(name, JACKSON, direction, kind, JacksonCodec::of);
    }
    add(name, JDK, direction, kind, JdkCodec::new);
    addHeadline(name, ASHLAR, PROTOBUF, BUILDING);
  }

  private void add(
      String theCase,
      String contender,
      Direction direction,
      Message kind,
      Function<Message, Codec> codec) {
    addWork(theCase, contender, () -> new MessageWorkload(direction, kind, codec.apply(kind)));
  }
}
