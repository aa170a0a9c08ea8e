// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ashlar.jit.compilation.CallSite;
import dev.ashlar.jit.compilation.CallTree;
import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Decision;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.Receiver;
import dev.ashlar.jit.compilation.SourceLines;
import dev.ashlar.report.text.NumberFormats;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// The call trees on a page. Each text is stored once, and referred to by its index. If a tree is
/// too large for the page, its deepest levels are omitted, and the page has the number of omitted
/// calls.
final class CallForest {
  private static final int LARGEST_TREE = 3_000;

  /// All call trees and flame graphs of a page.
  ///
  /// @param methods the methods, each with holder, name, descriptor and size of the bytecode
  /// @param words HotSpot's messages, names of classes, and reasons
  record Data(
      List<Name> methods, List<String> words, List<Grove> groves, List<FlameGraph.Graph> graphs) {}

  /// @param written the name that its author wrote, without the package; null if HotSpot's is the
  ///   same
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Name(String holder, String name, String descriptor, int bytes, @Nullable String written) {
    static Name of(Method method) {
      return new Name(
          method.holder(),
          method.name(),
          method.descriptor(),
          method.byteSize(),
          method.writtenName().equals(method.qualifiedName()) ? null : method.shortName());
    }
  }

  /// The call trees of one log.
  ///
  /// @param measure the unit of the roots' shares, as `the heat`
  record Grove(String id, String measure, List<Root> roots) {}

  /// A compiled method.
  ///
  /// @param id the id of the root, for links to it
  /// @param m the index of the method
  /// @param about the compilation in words
  /// @param heat the method's share of all heat, from 0 to 1
  record Root(
      String id,
      int m,
      String about,
      double heat,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Call> c,
      int cut) {}

  /// A decision about a call.
  ///
  /// @param m the index of the target
  /// @param o the outcome, as a style class
  /// @param b the bytecode index of the call in its caller
  /// @param l the source line of the call; null if unknown
  /// @param n the number of calls; null if nothing was counted
  /// @param w the index of HotSpot's message; null if there is none
  /// @param r the receiver types; null if there are none
  /// @param c the calls in the target; null if there are none
  /// @param cut the number of omitted calls in the target; null if none is omitted
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Call(
      int m,
      String o,
      int b,
      @Nullable Integer l,
      @Nullable Long n,
      @Nullable Integer w,
      @Nullable List<Share> r,
      @Nullable List<Call> c,
      @Nullable Integer cut) {}

  /// A receiver type and its number of calls. The name is null for all types that HotSpot does not
  /// record by name.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Share(@Nullable Integer w, long n) {}

  private final Map<Method, Integer> methods = new LinkedHashMap<>();
  private final Map<String, Integer> words = new LinkedHashMap<>();
  private final List<Grove> groves = new ArrayList<>();
  private final List<FlameGraph.Graph> graphs = new ArrayList<>();
  private int room;

  void grow(int calls) {
    room += calls;
  }

  boolean hasRoom() {
    return room > 0;
  }

  /// {@return the tree of `compilation`}
  ///
  /// @param source the source lines; it is used only for calls that fit on the page
  Root root(String id, Compilation compilation, CallTree tree, double heat, SourceLines source) {
    Branch root = new Branch(tree, source);
    int left = Math.min(LARGEST_TREE, room);
    int before = left;
    // By levels: what is left out is what lies deepest.
    Deque<Branch> open = new ArrayDeque<>(List.of(root));
    while (!open.isEmpty()) {
      Branch branch = open.remove();
      if (branch.size() > left) {
        branch.cut = branch.size();
      } else {
        left -= branch.size();
        branch.fill(open);
      }
    }
    room -= before - left;
    return new Root(
        id,
        index(compilation.method()),
        about(compilation, tree, source),
        heat,
        root.calls(),
        root.cut);
  }

  void add(Grove grove) {
    groves.add(grove);
  }

  void add(FlameGraph.Graph graph) {
    graphs.add(graph);
  }

  Data data() {
    return new Data(
        methods.keySet().stream().map(Name::of).toList(),
        List.copyOf(words.keySet()),
        List.copyOf(groves),
        List.copyOf(graphs));
  }

  int index(Method method) {
    return methods.computeIfAbsent(method, m -> methods.size());
  }

  int index(String word) {
    return words.computeIfAbsent(word, w -> words.size());
  }

  private static String about(Compilation compilation, CallTree tree, SourceLines source) {
    Compilation.NotEntrant notEntrant = compilation.notEntrant();
    return String.format(
        Locale.ROOT,
        "%s at %.2f s: %,d bytes of machine code, %s inlined%s",
        compilation.title(source),
        compilation.startSeconds(),
        compilation.codeBytes(),
        NumberFormats.count(tree.inlinedCount(), "method"),
        notEntrant == null ? "" : "; made not entrant: " + notEntrant.reason());
  }

  /// A tree while it is being copied.
  private final class Branch {
    private record Twig(CallSite site, Decision decision, boolean first, @Nullable Branch inside) {}

    private final CallTree tree;
    private final SourceLines source;
    private final List<Twig> twigs = new ArrayList<>();
    private int cut;

    Branch(CallTree tree, SourceLines source) {
      this.tree = tree;
      this.source = source;
    }

    int size() {
      return tree.sites().stream().mapToInt(site -> site.decisions().size()).sum();
    }

    void fill(Deque<Branch> open) {
      for (CallSite site : tree.sites()) {
        boolean first = true;
        for (Decision decision : site.decisions()) {
          CallTree body = decision.body();
          Branch inside = body == null || body.sites().isEmpty() ? null : new Branch(body, source);
          if (inside != null) {
            open.add(inside);
          }
          twigs.add(new Twig(site, decision, first, inside));
          first = false;
        }
      }
    }

    List<Call> calls() {
      return twigs.stream().map(this::call).toList();
    }

    private Call call(Twig twig) {
      CallSite site = twig.site;
      Branch inside = twig.inside;
      String reason = twig.decision.reason();
      OptionalInt line = source.line(tree.method(), site.bci());
      return new Call(
          index(twig.decision.target()),
          CallOutcome.of(twig.decision).tone(),
          site.bci(),
          line.isPresent() ? line.getAsInt() : null,
          site.frequency() < 0 ? null : Math.round(site.frequency()),
          reason.isEmpty() ? null : index(reason),
          twig.first && site.virtual() && !site.receivers().isEmpty() ? shares(site) : null,
          inside == null || inside.cut > 0 ? null : inside.calls(),
          inside == null || inside.cut == 0 ? null : inside.cut);
    }

    private List<Share> shares(CallSite site) {
      List<Share> shares = new ArrayList<>();
      for (Receiver receiver : site.receivers()) {
        shares.add(new Share(index(receiver.holder()), receiver.count()));
      }
      if (site.otherReceiverCount() > 0) {
        shares.add(new Share(null, site.otherReceiverCount()));
      }
      return shares;
    }
  }
}
