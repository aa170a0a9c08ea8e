// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lookup;

/// The customer of each row, and the names of customers. A name has letters and a number, 3 to 30
/// bytes. Two names nearly always differ in their first bytes.
final class Customers {
  static final int COUNT = 1024;

  /// The customer that is looked for.
  static final int WANTED = 7;

  private static final int LETTERS = 25;

  private Customers() {}

  static int customer(int row) {
    return (int) (Keys.mixed(row) >>> 32) & (COUNT - 1);
  }

  /// {@return the name of a customer, as a new `String`}
  static String name(int customer) {
    long bits = Keys.mixed(customer);
    StringBuilder name = new StringBuilder();
    int letters = 2 + (int) (bits >>> 59) % LETTERS;
    for (int i = 0; i < letters; i++) {
      bits = Keys.mixed(bits + 1);
      name.append((char) ('a' + (bits & 15)));
    }
    return name.append(customer).toString();
  }
}
