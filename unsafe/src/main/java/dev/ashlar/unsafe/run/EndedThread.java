// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.run;

import java.util.List;

/// A thread that ended with an exception.
///
/// @param thread its name; `a virtual thread` of one that has no entries of its own
/// @param chain the exception, then what came before it as far as the log shows that; never empty
/// @param denied whether a denied call is among the causes; if not, it may still be, as one that
///   was kept in a field
public record EndedThread(String thread, List<Link> chain, boolean denied) {
  /// An exception of the chain.
  ///
  /// @param exception as its `toString` returns it
  /// @param isCause whether the log says that it is the cause of the one before; else the method
  ///   that threw that one had caught it, which looks like a cause and may be none
  public record Link(String exception, boolean isCause) {}

  public EndedThread {
    chain = List.copyOf(chain);
  }

  /// {@return the exception as `toString` returns it}
  public String exception() {
    return chain.getFirst().exception();
  }

  /// {@return the chain as a sentence without its end}
  public String words() {
    StringBuilder words = new StringBuilder(exception());
    for (Link link : chain.subList(1, chain.size())) {
      words.append(link.isCause() ? ", caused by " : ", thrown after the same method had caught ");
      words.append(link.exception());
    }
    return words.toString();
  }

  /// {@return whether the log says that each exception is the cause of the one before}
  public boolean isCertain() {
    return chain.stream().allMatch(Link::isCause);
  }
}
