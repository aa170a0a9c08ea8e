// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ashlar.jit.compilation.Method;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MethodGlobTest {
  /// The pattern is wide enough, and what it has too much does not match.
  @ParameterizedTest
  @CsvSource({
    "shop.Cart::total, shop.Cart::total",
    "shop.*::total, shop.*::total",
    "*.Cart::total, *.Cart::total",
    "shop.Cart::<init>, shop.Cart::<init>",
    "shop.Cart::total-impl, shop.Cart::total-impl",
    "shop.Cart::total of all, shop.Cart::total*",
    "shop.Cart::`total of all`, shop.Cart::total*",
    "shop cart.Cart::total, shop*::total",
    "shop.Cart::a(b, shop.Cart::a*",
    "shop.Cart::to*l, shop.Cart::to*"
  })
  void aPatternIsWidenedWhereHotSpotCannotHaveIt(String text, String pattern) {
    assertThat(MethodGlob.parse(List.of(text)).getFirst().patterns()).containsExactly(pattern);
  }

  @Test
  void onlyTheNamedMethodMatches() {
    MethodGlob total = MethodGlob.parse(List.of("Cart::`total of all`")).getFirst();
    assertThat(total.matches(new Method("shop.Cart", "total of all", "(I)I", 1))).isTrue();
    assertThat(total.matches(new Method("shop.Cart", "total", "(I)I", 1))).isFalse();
    MethodGlob any = MethodGlob.parse(List.of("shop.*::total *")).getFirst();
    assertThat(any.matches(new Method("shop.Cart", "total of\nall", "(I)I", 1))).isTrue();
    assertThat(any.matches(new Method("shop.Cart", "totals", "(I)I", 1))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"total", "::total", "Cart::", "--top", "Cart::a.b", "Cart::a/b", "Cart:: "})
  void whatNamesNoMethodIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> MethodGlob.parse(List.of(text)));
  }
}
