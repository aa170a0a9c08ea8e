// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.junit.jupiter.api.Test;

/// `.proto` files from records, and records against descriptors.
class ProtoSourceTest {
  enum Side {
    @ProtoNumber(4)
    SELL,
    @ProtoNumber(0)
    NEITHER
  }

  record Trade(
      @ProtoField(value = 2, type = FieldType.FIXED64) long tradeId,
      @ProtoField(1) Side side,
      @ProtoField(value = 3, name = "parts") List<Trade> children,
      UnknownFields unknown) {}

  private static final ProtoType<Trade> TRADE = ProtoType.of(MethodHandles.lookup(), Trade.class);

  @Test
  void aFile() {
    assertThat(TRADE.toProto())
        .isEqualTo(
            """
            syntax = "proto3";

            message Trade {
              Side side = 1;
              fixed64 trade_id = 2;
              repeated Trade parts = 3;
            }

            enum Side {
              SIDE_NEITHER = 0;
              SIDE_SELL = 4;
            }
            """);
  }

  @Test
  void everyKindOfFieldIsThatOfTheFileWrittenByHand() {
    byte[] byHand = ProtoSources.file(Sample.SOURCE).toProto().toByteArray();
    assertThat(Sample.EVERYTHING.mismatches(byHand, "Everything")).isEmpty();
    String printed = Sample.EVERYTHING.toProto();
    FileDescriptorProto ofPrinted = ProtoSources.file(printed).toProto();
    assertThat(Sample.EVERYTHING.mismatches(ofPrinted.toByteArray(), "Everything")).isEmpty();
    assertThat(ofPrinted.getMessageTypeList())
        .containsExactlyInAnyOrderElementsOf(
            ProtoSources.file(Sample.SOURCE).toProto().getMessageTypeList());
  }

  sealed interface Price permits Limit, Market {}

  record Limit(@ProtoField(1) double price) implements Price {}

  record Market(@ProtoField(value = 2, name = "market") boolean value) implements Price {}

  sealed interface Fee permits PriceCase {}

  record PriceCase(@ProtoField(3) int priceCase) implements Fee {}

  record Order(Price price, Fee fee) {}

  /// A oneof shares the scope of fields: this has one named as a case, and what it would be named
  /// instead is a field too.
  @Test
  void aOneofMakesWayForItsCases() {
    ProtoType<Order> type = ProtoType.of(MethodHandles.lookup(), Order.class);
    assertThat(type.toProto()).contains("oneof price_case_case {", "oneof fee {");
    FileDescriptorProto printed = ProtoSources.file(type.toProto()).toProto();
    assertThat(type.mismatches(printed.toByteArray(), "Order")).isEmpty();
  }

  @Test
  void differencesAreNamedFieldByField() {
    String other =
        """
        package market;
        message Trade {
          optional Side side = 1;
          int64 trade_id = 2;
          repeated Trade children = 3;
          string venue = 9;
        }
        enum Side {
          NEITHER = 0;
          BUY = 7;
        }
        """;
    byte[] file = ProtoSources.file(other).toProto().toByteArray();
    assertThat(TRADE.mismatches(file, "market.Trade"))
        .containsExactly(
            "Trade.side is singular, and optional in the descriptor",
            "Trade.tradeId is fixed64, and int64 in the descriptor",
            "Trade.children is named parts, and named children in the descriptor",
            "field 9, venue, of market.Trade is in the descriptor only");
    String same = other.replace("optional ", "");
    assertThat(TRADE.mismatches(ProtoSources.file(same).toProto().toByteArray(), "market.Trade"))
        .contains(
            "BUY = 7 of the enum market.Side is in the descriptor only",
            "Side.SELL, number 4, is not in the descriptor");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TRADE.mismatches(file, "Trade"))
        .withMessageContainingAll("market.Trade");
  }
}
