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
  /// `String::length`}
  public String shortName() {
    // The package stays. A dot in the rest is the author's, as in `Shop.kt::top`.
    return written().qualifiedName().substring(holder.length() - simpleName(holder).length());
  }

  /// {@return class and method as their author wrote them, with HotSpot's names if these differ, as
  /// `shop.Cart::total lambda 1 ($anonfun$total$1)`}
  public String fullName() {
    Method written = written();
    return written.equals(this)
        ? qualifiedName()
        : "%s (%s%s)"
            .formatted(
                written.qualifiedName(),
                written.holder.equals(holder) ? "" : simpleName(holder) + "::",
                name);
  }

  /// {@return this method with the names that its author wrote} The compilers of Kotlin, Scala and
  /// Groovy change names.
  public Method written() {
    return AuthorNames.of(this);
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
