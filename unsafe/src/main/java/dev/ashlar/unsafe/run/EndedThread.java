// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.run;

import java.util.List;

/// A thread that ended with an exception.
///
/// @param thread the name of the thread; `a virtual thread` if the log names none
/// @param chain the exception, then its causes and possible causes as far as the log shows them;
///   never empty
/// @param denied whether a denied call is known to be among the causes. A denied call may also be a
///   cause that the log does not show, if a field kept its exception
public record EndedThread(String thread, List<Link> chain, boolean denied) {
  /// An exception of the chain.
  ///
  /// @param exception the exception as its `toString` returns it
  /// @param isCause whether the log states that this exception caused the previous one in the
  ///   chain. If false, the method that threw the previous one had caught this one, a possible
  ///   cause
  public record Link(String exception, boolean isCause) {}

  public EndedThread {
    chain = List.copyOf(chain);
  }

  /// {@return the exception as `toString` returns it}
  public String exception() {
    return chain.getFirst().exception();
  }

  /// {@return the chain as text, without a period}
  public String words() {
    StringBuilder words = new StringBuilder(exception());
    for (Link link : chain.subList(1, chain.size())) {
      words.append(link.isCause() ? ", caused by " : ", thrown after the same method had caught ");
      words.append(link.exception());
    }
    return words.toString();
  }

  /// {@return whether the log states each exception of the chain as the cause of the previous one}
  public boolean isCertain() {
    return chain.stream().allMatch(Link::isCause);
  }
}
