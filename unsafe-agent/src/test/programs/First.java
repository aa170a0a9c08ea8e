// SPDX-License-Identifier: Apache-2.0

/// An agent that loads a class of the program.
public class First {
  public static void premain(String options) throws ClassNotFoundException {
    Class.forName("Small", false, ClassLoader.getSystemClassLoader());
  }
}
