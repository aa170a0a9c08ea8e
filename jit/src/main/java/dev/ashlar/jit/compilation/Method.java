// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.compilation;

import java.util.regex.Pattern;

/// A Java method, with HotSpot's names.
///
/// @param holder binary name of the class, as in `java.util.Map$Entry`
/// @param descriptor types of the parameters and of the result, as in `(ILjava/lang/String;)V`
/// @param byteSize size of the bytecode; -1 if unknown
public record Method(String holder, String name, String descriptor, int byteSize) {
  /// The address and the serial number in the name of a class that was generated at run time.
  private static final Pattern SERIAL =
      Pattern.compile("(\\$\\$Lambda)\\$?\\d*[/+]0x[0-9a-f]+|[/+]0x[0-9a-f]+");

  /// {@return a text that identifies this method in other runs too} The names of generated classes
  /// contain an address, which is left out.
  public String key() {
    return stable(holder) + "::" + name + descriptor;
  }

  public static String stable(String holder) {
    return holder.indexOf("0x") < 0 ? holder : SERIAL.matcher(holder).replaceAll("$1");
  }

  /// {@return class and method as `java.lang.String::length`}
  public String qualifiedName() {
    return holder + "::" + name;
  }

  /// {@return class and method as their author wrote them, without the package, as
  /// `String::length`} The compilers of Kotlin, Scala and Groovy change names.
  public String shortName() {
    return AuthorNames.of(simpleName(holder) + "::" + name);
  }

  /// {@return class and method as their author wrote them, as `shop.Cart::total lambda 1`}
  public String writtenName() {
    return holder.substring(0, holder.length() - simpleName(holder).length()) + shortName();
  }

  /// {@return the [#writtenName], with HotSpot's names if these differ, as `shop.Cart::total lambda
  /// 1 ($anonfun$total$1)`}
  public String fullName() {
    String written = writtenName();
    if (written.equals(qualifiedName())) {
      return written;
    }
    String type = written.startsWith(holder + "::") ? "" : simpleName(holder) + "::";
    return written + " (" + type + name + ")";
  }

  public static String simpleName(String holder) {
    // The name of a hidden class ends in a slash and an address.
    int slash = holder.indexOf('/');
    int dot = holder.lastIndexOf('.', slash < 0 ? holder.length() : slash);
    return holder.substring(dot + 1);
  }

  /// {@return whether `name` names this method; the syntax is that of
  /// `CompilationLog.methodsNamed`}
  public boolean isNamed(String name) {
    return MethodName.parse(name).matches(this);
  }

  /// Methods are equal whatever their sizes, because a size may be unknown.
  @Override
  public boolean equals(Object other) {
    return other instanceof Method that
        && name.equals(that.name)
        && holder.equals(that.holder)
        && descriptor.equals(that.descriptor);
  }

  @Override
  public int hashCode() {
    return (holder.hashCode() * 31 + name.hashCode()) * 31 + descriptor.hashCode();
  }

  @Override
  public String toString() {
    return qualifiedName();
  }
}
