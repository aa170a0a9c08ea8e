// SPDX-License-Identifier: Apache-2.0

/// An agent that loads a class, without its initialization.
public class First {
  public static void premain(String options) throws ClassNotFoundException {
    Class.forName(options, false, ClassLoader.getSystemClassLoader());
  }
}
