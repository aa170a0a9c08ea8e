package dev.ashlar.unsafe;

/// A method as class files name it.
///
/// @param owner binary name of the class, as in `sun.misc.Unsafe`
/// @param descriptor types of the parameters and of the result, as in `(J)B`
public record MethodRef(String owner, String name, String descriptor) {
  @Override
  public String toString() {
    return owner + "::" + name + descriptor;
  }
}
