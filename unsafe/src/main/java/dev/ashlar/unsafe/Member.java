package dev.ashlar.unsafe;

/// A method, a field or a class, as class files name it.
///
/// @param owner binary name of the class, as in `sun.misc.Unsafe`
/// @param name empty for the class itself
/// @param descriptor types of a method's parameters and of its result, as in `(J)B`; empty for
///   fields and classes
public record Member(String owner, String name, String descriptor) {
  /// {@return class and name, as in `sun.misc.Unsafe::getByte`}
  public String qualifiedName() {
    return name.isEmpty() ? owner : owner + "::" + name;
  }

  @Override
  public String toString() {
    return qualifiedName() + descriptor;
  }
}
