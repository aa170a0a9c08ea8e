// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.compilation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A receiver type in the profile of a virtual call, with its count.
///
/// @param holder binary name of the class
public record Receiver(String holder, long count) {
  /// The label of calls on receiver types that HotSpot does not record.
  public static final String OTHERS = "others, which HotSpot does not name";

  /// {@return the number of calls}
  ///
  /// @param others calls on other receiver types
  public static double total(List<Receiver> receivers, long others) {
    return (double) receivers.stream().mapToLong(Receiver::count).sum() + others;
  }

  /// {@return the receiver types with percentages, as `60 % a.B, 40 % others, which HotSpot does
  /// not name`; empty if there are none}
  ///
  /// @param others calls on other receiver types
  public static String shares(List<Receiver> receivers, long others) {
    double all = total(receivers, others);
    List<String> shares = new ArrayList<>();
    for (Receiver receiver : receivers) {
      shares.add(percent((double) receiver.count, all) + " " + receiver.holder);
    }
    if (others > 0) {
      shares.add(percent((double) others, all) + " " + OTHERS);
    }
    return String.join(", ", shares);
  }

  private static String percent(double part, double all) {
    double share = all == 0 ? 0 : 100 * part / all;
    return share > 0 && share < 1 ? "< 1 %" : String.format(Locale.ROOT, "%.0f %%", share);
  }
}
