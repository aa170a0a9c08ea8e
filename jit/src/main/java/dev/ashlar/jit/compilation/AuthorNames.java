// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.compilation;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Turns the names that the compilers of Kotlin, Scala and Groovy give to classes and methods into
/// those of their authors. The rules are applied in turn to `Class::method`. Names of Java's
/// compiler stay as they are.
final class AuthorNames {
  /// A log may have any names, and regular expressions take a stack as deep as these are long.
  private static final int LONGEST = 1000;

  /// Marks that a name may be one of these. Names as `java.util.Map$Entry::getKey` have none.
  private static final Pattern MARK =
      Pattern.compile(
          "::.*[$-]|\\$::|Kt::|\\$\\d+::invoke|closure|Companion::|DefaultImpls::|Helper::|\\$anonfun|\\$inlined|\\$sp::");

  private record Rule(Pattern pattern, String replacement) {
    Rule(String regex, String replacement) {
      this(Pattern.compile(regex), replacement);
    }
  }

  private static final List<Rule> RULES =
      List.of(
          // Groovy: closures are classes, `Cart$_total_closure1$_closure4::doCall`.
          new Rule(
              "\\$_(?:([^$:]+)_)?closure(?:\\d+\\$_closure)*(\\d+)::(?:doCall|call)$",
              "::$1 closure $2"),
          new Rule("\\$Trait\\$Helper::", "::"),
          // Kotlin: lambdas, coroutines, inlined classes, and functions outside of classes.
          new Rule("\\$(\\w+)\\$\\$inlined\\$(\\w+)\\$\\d+::", "::$1 inlined $2."),
          new Rule("\\$\\w+Kt__\\w+", ""),
          new Rule("\\$([a-z]\\w*)(?:\\$\\w+)*\\$(\\d+)::invokeSuspend$", "::$1 coroutine $2"),
          new Rule("\\$([a-z]\\w*)(?:\\$\\w+)*\\$(\\d+)::invoke$", "::$1 lambda $2"),
          new Rule("(?<=\\w)(?:_delegate)?\\$lambda[$-](\\d+)", " lambda $1"),
          new Rule("::constructor-impl$", "::<init>"),
          new Rule("(?<=\\w)-(?:impl\\d?|[\\w-]{7})(?:\\$\\w+)?$", ""),
          new Rule("(?<=\\w)\\$default$", " defaults"),
          new Rule("\\$Companion::", ".Companion::"),
          new Rule("\\$DefaultImpls::", "::"),
          new Rule("^(?:\\w+?Kt__)?(\\w+?)Kt::", "$1.kt::"),
          // Scala: lambdas, arguments, lazy values, copies for primitives, traits and objects.
          new Rule("::.*\\$\\$_\\$(?=\\w)", "::"),
          new Rule("\\$\\$anonfun\\$([^:]+?)\\$(\\d+)::(?:apply|applyOrElse)$", "::$1 lambda $2"),
          new Rule("::\\$anonfun\\$adapted\\$(\\d+)$", "::lambda $1 boxed"),
          new Rule("::\\$anonfun\\$(?:(.+?)\\$)?(\\d+)$", "::$1 lambda $2"),
          new Rule("::\\$anonfun\\$(.+?)\\$(\\d+)\\$adapted$", "::$1 lambda $2 boxed"),
          new Rule("\\$\\$anonfun\\$adapted\\$(\\d+)$", " lambda $1 boxed"),
          new Rule("(?<!:)\\$\\$anonfun\\$(\\d+)", " lambda $1"),
          new Rule("\\$lessinit\\$greater", "<init>"),
          new Rule("\\$default\\$(\\d+)$", " default $1"),
          new Rule("::(\\w+)\\$lzy(?:compute|INIT)(?:\\$?\\d+)*$", "::$1 lazy"),
          new Rule("\\$m[A-Z]*c[A-Z]*\\$sp(?=\\$?$|::| )", ""),
          new Rule("\\$extension(?=$| )", ""),
          new Rule("::delayedEndpoint\\$.*", "::<init>"),
          new Rule("::(?:\\w+\\$)+\\$(?:(super)\\$)?(?=\\w)", "::$1 "),
          new Rule(":: ", "::"),
          new Rule("::(?!access\\$)(\\w+)\\$\\d+(?=$| lambda )", "::$1"),
          new Rule("::(?!\\$init\\$|\\$deserializeLambda\\$)(.*[^$])\\$$", "::$1 forwarder"),
          new Rule("(\\w+)\\$package\\$?::", "$1.scala::"),
          new Rule("(?<=[\\w$])\\$::", "::"));

  /// Scala's names of characters that class files or Java do not have in names.
  private static final Map<String, String> CHARACTERS =
      Map.ofEntries(
          Map.entry("tilde", "~"),
          Map.entry("eq", "="),
          Map.entry("less", "<"),
          Map.entry("greater", ">"),
          Map.entry("bang", "!"),
          Map.entry("hash", "#"),
          Map.entry("percent", "%"),
          Map.entry("up", "^"),
          Map.entry("amp", "&"),
          Map.entry("bar", "|"),
          Map.entry("times", "*"),
          Map.entry("div", "/"),
          Map.entry("plus", "+"),
          Map.entry("minus", "-"),
          Map.entry("colon", ":"),
          Map.entry("bslash", "\\"),
          Map.entry("qmark", "?"),
          Map.entry("at", "@"));

  /// An operator is a whole name, or follows an underscore.
  private static final Pattern OPERATOR =
      Pattern.compile(
          "(?:(?<=^|_)|\\G)\\$(" + String.join("|", CHARACTERS.keySet()) + ")|\\$u([0-9A-F]{4})");

  private AuthorNames() {}

  /// {@return a name as its author wrote it}
  ///
  /// @param name class and method, as `Cart::total$default`
  static String of(String name) {
    if (name.length() > LONGEST || !MARK.matcher(name).find()) {
      return name;
    }
    String written = name;
    for (Rule rule : RULES) {
      written = rule.pattern.matcher(written).replaceAll(rule.replacement);
    }
    int method = written.indexOf("::") + 2;
    return written.substring(0, method) + decoded(written.substring(method));
  }

  private static String decoded(String name) {
    return OPERATOR
        .matcher(name)
        .replaceAll(found ->
            Matcher.quoteReplacement(
                found.group(1) == null
                    ? Character.toString(Integer.parseInt(found.group(2), 16))
                    : CHARACTERS.getOrDefault(found.group(1), "")));
  }
}
