package dev.ashlar.jit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A class that HotSpot saw at a virtual call, and how often.
///
/// @param holder binary name of the class
public record Receiver(String holder, long count) {
  /// {@return in percent who came, as `60 % a.B, 40 % others, which HotSpot does not name`; empty
  /// if nobody did}
  ///
  /// @param unnamed how many calls went to other classes
  public static String shares(List<Receiver> receivers, long unnamed) {
    double all = (double) receivers.stream().mapToLong(Receiver::count).sum() + unnamed;
    List<String> shares = new ArrayList<>();
    for (Receiver receiver : receivers) {
      shares.add(percent((double) receiver.count, all) + " " + receiver.holder);
    }
    if (unnamed > 0) {
      shares.add(percent((double) unnamed, all) + " others, which HotSpot does not name");
    }
    return String.join(", ", shares);
  }

  private static String percent(double part, double all) {
    double share = all == 0 ? 0 : 100 * part / all;
    return share > 0 && share < 1 ? "< 1 %" : String.format(Locale.ROOT, "%.0f %%", share);
  }
}
