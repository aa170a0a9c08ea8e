// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import dev.ashlar.jit.Recording.Code;
import dev.ashlar.jit.Recording.Frame;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Sampled stacks as a tree, from the outermost frame inwards.
final class StackTree {
  /// Takes the place of the method in a [Key] for the missing outer frames of a truncated stack.
  static final String TRUNCATED = "";

  /// A frame and its call.
  ///
  /// @param bci bytecode index of the call in the caller; -1 without a caller
  /// @param line source line of the call; 0 or less if unknown
  record Key(String method, Code code, int bci, int line) {}

  /// A frame with the frames of its callees.
  static final class Node {
    private final Map<Key, Node> callees = new LinkedHashMap<>();
    private long samples;

    Map<Key, Node> callees() {
      return callees;
    }

    /// {@return the number of stacks through this frame}
    long samples() {
      return samples;
    }

    private Node callee(Key key) {
      Node callee = callees.computeIfAbsent(key, k -> new Node());
      callee.samples++;
      return callee;
    }
  }

  private final Node root = new Node();

  /// {@return the root, which is the caller of the outermost frames}
  Node root() {
    return root;
  }

  /// Adds a stack.
  ///
  /// @param frames innermost first
  /// @param truncated whether outer frames are missing
  void add(List<Frame> frames, boolean truncated) {
    root.samples++;
    Node node = truncated ? root.callee(new Key(TRUNCATED, Code.NATIVE, -1, 0)) : root;
    for (int i = frames.size() - 1; i >= 0; i--) {
      Frame frame = frames.get(i);
      boolean outermost = i == frames.size() - 1;
      node =
          node.callee(
              new Key(
                  frame.method(),
                  frame.code(),
                  outermost ? -1 : frames.get(i + 1).bci(),
                  outermost ? 0 : frames.get(i + 1).line()));
    }
  }
}
