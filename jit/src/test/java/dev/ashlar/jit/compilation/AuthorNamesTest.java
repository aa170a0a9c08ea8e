// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.compilation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.Seeded;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(Seeded.class)
class AuthorNamesTest {
  private static Method method(String name) {
    int colons = name.indexOf("::");
    return new Method(name.substring(0, colons), name.substring(colons + 2), "()V", 7);
  }

  /// Pairs of a name in class files of Kotlin 2.1, Scala 2.13, Scala 3.3 and Groovy 4, and of what
  /// their source has there. The class `s.Cart` has the method `total`.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        // Kotlin
        "s.Cart::total$lambda$1                     | s.Cart::total lambda 1",
        "s.Cart::total$lambda-1$lambda-0            | s.Cart::total lambda 1 lambda 0",
        "s.Cart::seen_delegate$lambda$0             | s.Cart::seen lambda 0",
        "s.Cart::total$default                      | s.Cart::total defaults",
        "s.Cart::hidden-TKBkzuY$main                | s.Cart::hidden",
        "s.Money::twice-NKeNbLY                     | s.Money::twice",
        "s.Money::toString-impl                     | s.Money::toString",
        "s.Money::equals-impl0                      | s.Money::equals",
        "s.Money::constructor-impl                  | s.Money::<init>",
        "s.Cart::with spaces                        | s.Cart::with spaces",
        "s.Cart$Companion::sum                      | s.Cart.Companion::sum",
        "s.Item$DefaultImpls::price                 | s.Item::price",
        "s.ShopKt::top                              | s.Shop.kt::top",
        "ShopKt::top                                | Shop.kt::top",
        "s.ShopKt::top$default                      | s.Shop.kt::top defaults",
        "s.ShopKt$main$1::invokeSuspend             | s.Shop.kt::main coroutine 1",
        "s.Cart$slow$1::invokeSuspend               | s.Cart::slow coroutine 1",
        "s.Cart$total$1$2::invoke                   | s.Cart::total lambda 2",
        "s.Shop$main$$inlined$sortedBy$1::compare   | s.Shop::main inlined sortedBy.compare",
        "k.CollectionsKt___CollectionsKt::map       | k._Collections.kt::map",
        "k.StringsKt__StringsJVMKt::trim            | k.StringsJVM.kt::trim",
        "k.StringsKt__StringsKt::find$StringsKt__StringsKt$default | k.Strings.kt::find defaults",
        "s.Cart$total$add$1::invoke                 | s.Cart::total lambda 1",
        // Scala 2
        "s.Cart::$anonfun$total$2                   | s.Cart::total lambda 2",
        "s.Cart::$anonfun$total$1$adapted           | s.Cart::total lambda 1 boxed",
        "s.Cart::$anonfun$$plus$eq$1                | s.Cart::+= lambda 1",
        "s.Cart$$anonfun$total$1::applyOrElse       | s.Cart::total lambda 1",
        "s.Main$::$anonfun$new$1                    | s.Main::new lambda 1",
        "s.Main$::delayedEndpoint$s$Main$1          | s.Main::<init>",
        "s.Registry$::big$lzycompute                | s.Registry::big lazy",
        "s.Registry$::find                          | s.Registry::find",
        "s.package$::find                           | s.package::find",
        "s.Outer$Inner$::find                       | s.Outer$Inner::find",
        "s.Cart::total$default$2                    | s.Cart::total default 2",
        "s.Cart$::$lessinit$greater$default$1       | s.Cart::<init> default 1",
        "s.Cart::local$1                            | s.Cart::local",
        "s.Cart::n_$eq                              | s.Cart::n_=",
        "s.Cart::s$Cart$$n                          | s.Cart::n",
        "s.Main$::scala$App$$_args_$eq              | s.Main::_args_=",
        "s.Vec::$plus                               | s.Vec::+",
        "s.Vec::$colon$colon$eq                     | s.Vec::::=",
        "s.Vec::unary_$minus                        | s.Vec::unary_-",
        "s.Vec::with$u0020space                     | s.Vec::with space",
        "s.Item::twice$                             | s.Item::twice forwarder",
        "s.Item::$plus$plus$                        | s.Item::++ forwarder",
        "s.JFunction1$mcVI$sp::apply                | s.JFunction1::apply",
        "s.Main::apply$mcVI$sp                      | s.Main::apply",
        "s.Hash$::arrayHash$mIc$sp                  | s.Hash::arrayHash",
        "s.Text$::head$extension                    | s.Text::head",
        "s.Queue::s$Cart$$super$clone               | s.Queue::super clone",
        // Scala 3
        "s.Cart::s$Cart$Inner$$_$each$$anonfun$3    | s.Cart::each lambda 3",
        "s.Cart::local$1$$anonfun$5                 | s.Cart::local lambda 5",
        "s.Cart::total$$anonfun$1$$anonfun$1        | s.Cart::total lambda 1 lambda 1",
        "s.Shop$package$::run$$anonfun$adapted$1    | s.Shop.scala::run lambda 1 boxed",
        "s.Shop$package$::$anonfun$1                | s.Shop.scala::lambda 1",
        "s.Shop$package$::$anonfun$adapted$1        | s.Shop.scala::lambda 1 boxed",
        "s.Registry$::big$lzyINIT1                  | s.Registry::big lazy",
        // Groovy
        "s.Cart$_total_closure1::doCall             | s.Cart::total closure 1",
        "s.Cart$_total_closure1$_closure4::doCall   | s.Cart::total closure 4",
        "s.Cart$_closure2::doCall                   | s.Cart::closure 2",
        "s.Named$Trait$Helper::name                 | s.Named::name",
      })
  void areThoseOfTheSource(String compiled, String written) {
    assertThat(method(compiled).writtenName()).isEqualTo(written);
  }

  @Test
  void hotSpotsNameFollows() {
    Method lambda = method("s.Cart::$anonfun$total$2");
    assertThat(lambda.fullName()).isEqualTo("s.Cart::total lambda 2 ($anonfun$total$2)");
    assertThat(lambda.shortName()).isEqualTo("Cart::total lambda 2");
    Method top = method("s.ShopKt::top");
    assertThat(top.fullName()).isEqualTo("s.Shop.kt::top (ShopKt::top)");
    assertThat(top.shortName()).isEqualTo("Shop.kt::top");
    assertThat(method("a.B::c").fullName()).isEqualTo("a.B::c");
  }

  @ParameterizedTest
  @CsvSource({
    "java.util.Map$Entry::getKey",
    "a.B$1::invoke",
    "a.B$Inner$1::invoke",
    "a.B::lambda$total$0",
    "a.B::access$000",
    "a.B::$values",
    "a.B::$deserializeLambda$",
    "a.B$$Lambda/0x00000000460cc150::run",
    "java.lang.invoke.LambdaForm$MH/0x0000000097118c00::invoke",
    "a.B::<init>",
    "a.B::x$y",
  })
  void ofJavaStay(String name) {
    assertThat(method(name).fullName()).isEqualTo(name);
  }

  /// A log may have any names.
  @Test
  @Timeout(60)
  void ofAnybodyHaveTheirPackage(RandomGenerator random) {
    List<String> parts =
        List.of(
            "$", "$$", "a", "A", ".", "::", "Kt", "__", "-", " ", "1", "/", "anonfun", "plus", "_",
            "lambda", "closure", "invoke", "apply", "default", "\\", "\u00e4");
    for (int i = 0; i < 20_000; i++) {
      String holder = random(parts, random) + "p.x";
      Method method = new Method(holder, random(parts, random), "()V", 7);
      String owner = holder.substring(0, holder.length() - Method.simpleName(holder).length());
      assertThat(method.fullName()).startsWith(owner).contains("::");
      assertThat(method.shortName()).isNotEmpty();
    }
    String name = "a$".repeat(50_000);
    assertThat(method("p.B::" + name).writtenName()).isEqualTo("p.B::" + name);
  }

  private static String random(List<String> parts, RandomGenerator random) {
    return IntStream.range(0, random.nextInt(12))
        .mapToObj(i -> parts.get(random.nextInt(parts.size())))
        .collect(Collectors.joining());
  }
}
