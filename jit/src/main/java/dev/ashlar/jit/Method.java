package dev.ashlar.jit;

import java.util.regex.Pattern;

/// A Java method, by the names HotSpot uses for it.
///
/// @param holder binary name of the class, as in `java.util.Map$Entry`
/// @param descriptor types of the parameters and of the result, as in `(ILjava/lang/String;)V`
/// @param byteSize bytes of its bytecode; -1 where the log does not say
public record Method(String holder, String name, String descriptor, int byteSize) {
  /// Address and serial number in the name of a class made at run time.
  private static final Pattern SERIAL =
      Pattern.compile("(\\$\\$Lambda)\\$?\\d*[/+]0x[0-9a-f]+|[/+]0x[0-9a-f]+");

  /// A text that is the same for this method in another run of the program: the name of a class
  /// made at run time ends in an address.
  public String key() {
    return stable(holder) + "::" + name + descriptor;
  }

  static String stable(String holder) {
    return holder.indexOf("0x") < 0 ? holder : SERIAL.matcher(holder).replaceAll("$1");
  }

  /// {@return class and method as `java.lang.String::length`}
  public String qualifiedName() {
    return holder + "::" + name;
  }

  /// {@return the same without the package, as `String::length`}
  public String shortName() {
    return simpleName(holder) + "::" + name;
  }

  static String simpleName(String holder) {
    // A hidden class has a slash and an address behind its name.
    int slash = holder.indexOf('/');
    int dot = holder.lastIndexOf('.', slash < 0 ? holder.length() : slash);
    return holder.substring(dot + 1);
  }

  /// {@return whether a name means this method, see [CompilationLog#methodsNamed]}
  public boolean isNamed(String name) {
    return MethodName.parse(name).matches(this);
  }

  /// Two are the same whatever is known of their size.
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
