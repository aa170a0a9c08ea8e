// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe;

import dev.ashlar.jit.compilation.Method;

/// A place in a class file that uses `sun.misc.Unsafe`, or something else that the JDK restricts.
///
/// @param target the member that is used
public record Use(Kind kind, Site site, Member target) {
  /// The kinds of uses.
  public enum Kind {
    /// An instruction that calls a method of `sun.misc.Unsafe`.
    UNSAFE_CALL("call of sun.misc.Unsafe"),
    /// A method handle constant, as javac emits it for a method reference.
    UNSAFE_REFERENCE("method reference to sun.misc.Unsafe"),
    /// A constant such as `ARRAY_BYTE_BASE_OFFSET`.
    UNSAFE_FIELD("field of sun.misc.Unsafe"),
    /// A field or constructor of `sun.misc.Unsafe` that is looked up to get the instance.
    UNSAFE_INSTANCE("instance of Unsafe by reflection"),
    /// The name of an Unsafe class as a String constant, as for `Class.forName`.
    UNSAFE_NAME("name of an Unsafe class"),
    /// A call of `jdk.internal.misc.Unsafe`, or a method reference to it.
    INTERNAL_UNSAFE("use of jdk.internal.misc.Unsafe"),
    /// A call of a restricted method, or a method reference to it (JEP 472).
    RESTRICTED("restricted method"),
    /// The declaration of a native method (JEP 472).
    NATIVE_METHOD("native method"),
    /// A final field that is made accessible and set by reflection (JEP 500).
    FINAL_FIELD("final field set by reflection");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    /// {@return the kind as text}
    public String title() {
      return title;
    }

    /// {@return whether the use stops working when `sun.misc.Unsafe` is removed}
    public boolean isUnsafe() {
      return compareTo(UNSAFE_NAME) <= 0;
    }

    /// {@return whether a member of `sun.misc.Unsafe` is called}
    public boolean isUnsafeCall() {
      return this == UNSAFE_CALL || this == UNSAFE_REFERENCE;
    }
  }

  /// The position of a use.
  ///
  /// @param className binary name of the class
  /// @param bci bytecode index; -1 for a declaration
  /// @param line the line number; 0 if the class file has none
  /// @param release the Java version of the folder with the class in a multi-release jar; 0 outside
  ///   of such folders
  public record Site(
      String className, String method, String descriptor, int bci, int line, int release) {
    /// {@return class, method, and line if known, as `a.B::c line 17`}
    public String words() {
      return caller().fullName() + lineWords();
    }

    /// {@return class, method, and line if known, without the package, as `B::c line 17`}
    public String shortWords() {
      return caller().shortName() + lineWords();
    }

    /// {@return the method with the use}
    public Method caller() {
      return new Method(className, method, descriptor, -1);
    }

    private String lineWords() {
      return line == 0 ? "" : " line " + line;
    }
  }
}
