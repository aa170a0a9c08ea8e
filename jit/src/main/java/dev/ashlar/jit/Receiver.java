package dev.ashlar.jit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A class that HotSpot saw at a virtual call, and how often.
///
/// @param holder binary name of the class
public record Receiver(String holder, long count) {
  /// What the calls are told as whose receivers' names HotSpot did not keep.
  public static final String OTHERS = "others, which HotSpot does not name";

  /// {@return how many calls there were}
  ///
  /// @param unnamed how many went to other classes
  public static double total(List<Receiver> receivers, long unnamed) {
    return (double) receivers.stream().mapToLong(Receiver::count).sum() + unnamed;
  }

  /// {@return in percent who came, as `60 % a.B, 40 % others, which HotSpot does not name`; empty
  /// if nobody did}
  ///
  /// @param unnamed how many calls went to other classes
  public static String shares(List<Receiver> receivers, long unnamed) {
    double all = total(receivers, unnamed);
    List<String> shares = new ArrayList<>();
    for (Receiver receiver : receivers) {
      shares.add(percent((double) receiver.count, all) + " " + receiver.holder);
    }
    if (unnamed > 0) {
      shares.add(percent((double) unnamed, all) + " " + OTHERS);
    }
    return String.join(", ", shares);
  }

  private static String percent(double part, double all) {
    double share = all == 0 ? 0 : 100 * part / all;
    return share > 0 && share < 1 ? "< 1 %" : String.format(Locale.ROOT, "%.0f %%", share);
  }
}
