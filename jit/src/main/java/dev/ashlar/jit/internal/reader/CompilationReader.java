// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.reader;

import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.Receiver;
import dev.ashlar.jit.internal.log.Element;
import dev.ashlar.jit.internal.log.ParseProblems;
import dev.ashlar.jit.internal.log.Tag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the `<task>` elements of a log: compilations.
final class CompilationReader {
  private static final int MOST_PARAMETERS = 256;

  private final MethodTable methods;
  private final IdTable idTable = new IdTable();
  private final EliminationReader eliminations = new EliminationReader(idTable);
  private final CallTreeInterner sharedTrees = new CallTreeInterner();
  private final CompilationHistory history = new CompilationHistory();
  private final Set<Integer> begun = new HashSet<>();
  private final int[] ids = new int[MOST_PARAMETERS];
  private final String[] parameters = new String[MOST_PARAMETERS];
  private final List<CallTreeParser.JvmsFrame> path = new ArrayList<>();

  private boolean underWay;
  private boolean inLatePath;
  private long lateId;
  private Method lateMethod = MethodTable.UNKNOWN;
  private CallTreeParser tree = new CallTreeParser();
  private Method method = MethodTable.UNKNOWN;
  private int id;
  private int level;

  /// HotSpot omits the highest level: that of C2, or of C1 in a JVM without C2.
  private int defaultLevel = Compilation.FULL_OPTIMIZATION;

  private int osrBci;
  private double start;
  private double end;
  private long invocations;
  private long backedgeCount;
  private boolean done;
  private boolean succeeded;
  private String failure = "";
  private final List<String> bailouts = new ArrayList<>();
  private int codeBytes;
  private int inlinedBytes;
  private String lastInstruction = "";

  /// The callee of the last element, if that is a call of one target, and its count.
  private @Nullable Method lastCallee;

  private long lastCount;

  CompilationReader(MethodTable methods) {
    this.methods = methods;
    Arrays.fill(parameters, "");
  }

  boolean isUnderWay() {
    return underWay;
  }

  /// {@return whether the tag belongs to a compilation}
  boolean tag(Element element, long offset, ParseProblems problems) {
    if (element.tag() == Tag.TASK) {
      if (underWay) {
        problems.add("compilations cut off", offset);
        close();
      }
      begin(element);
      return true;
    }
    if (!underWay && isPartOfCompilation(element.tag())) {
      problems.add("parts of compilations without their beginning", offset);
      return true;
    }
    if (element.tag() == Tag.START_COMPILE_THREAD) {
      defaultLevel = element.text("name").startsWith("C1") ? 1 : Compilation.FULL_OPTIMIZATION;
      return true;
    }
    if (!underWay) {
      return false;
    }
    if (eliminations.tag(element)) {
      return true;
    }
    Method repeated = element.tag() == Tag.CALL ? lastCallee : null;
    lastCallee = null;
    switch (element.tag()) {
      case TYPE, KLASS -> idTable.define(element.neededId("id"), element.neededText("name"));
      case METHOD -> method(element);
      case BC -> tree.bytecode(element.neededNumber("bci"));
      case CALL -> call(element, repeated, offset, problems);
      case INLINE_SUCCESS -> {
        requireCall(offset, problems);
        inlined(element.neededText("reason"));
      }
      case INLINE_FAIL -> {
        requireCall(offset, problems);
        tree.refused(
            element.neededText("reason"),
            lastInstruction.equals("invokevirtual") || lastInstruction.equals("invokeinterface"));
      }
      case INTRINSIC -> tree.intrinsic(element.text("id"));
      case INLINE_ID -> tree.announceLateInline(element.number("id", -1));
      case VIRTUAL_CALL -> tree.virtualCall();
      case DIRECT_CALL -> tree.directCall();
      case PARSE -> {
        if (!tree.parse(idTable.method(element.neededId("method")))) {
          problems.add("inlined bodies without a call", offset);
        }
      }
      case END_PARSE -> {
        if (!tree.parseDone()) {
          problems.add("ends of bodies without their beginning", offset);
        }
      }
      case FAILURE -> {
        failure = element.text("reason");
        bailouts.add(failure);
        eliminations.clear();
        tree.failure();
      }
      case LATE_INLINE -> {
        path.clear();
        inLatePath = true;
        lateId = element.number("inline_id", -1);
        lateMethod = idTable.method(element.id("method"));
      }
      case JVMS -> {
        if (!inLatePath) {
          return false;
        }
        path.add(
            new CallTreeParser.JvmsFrame(
                (int) element.number("bci", -1), idTable.method(element.id("method"))));
      }
      case END_LATE_INLINE -> {
        inLatePath = false;
        if (!tree.lateInline(lateMethod, lateId, path)) {
          problems.add("late inlining without a place", offset);
        }
      }
      case TASK_DONE -> end(element, offset, problems);
      case END_TASK -> {
        if (!done) {
          problems.add("compilations without an outcome", offset);
        } else if (succeeded && !tree.isClosed()) {
          problems.add("bodies without their end", offset);
        }
        close();
      }
      case UNCOMMON_TRAP -> {
        // With a thread it was hit at run time; without one C2 compiled it here.
        return !element.has("thread");
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private static boolean isPartOfCompilation(Tag tag) {
    return switch (tag) {
      case BC,
          CALL,
          PARSE,
          END_PARSE,
          INLINE_SUCCESS,
          INLINE_FAIL,
          LATE_INLINE,
          END_LATE_INLINE,
          TASK_DONE,
          END_TASK ->
          true;
      default -> false;
    };
  }

  private void requireCall(long offset, ParseProblems problems) {
    if (!tree.isAtCall()) {
      problems.add("decisions without a call", offset);
    }
  }

  private void inlined(String reason) {
    if (reason.equals("intrinsic")) {
      // C1 logs intrinsics so.
      tree.intrinsic(reason);
    } else {
      tree.inlined(reason);
    }
  }

  private void begin(Element element) {
    underWay = true;
    inLatePath = false;
    idTable.clear();
    tree = new CallTreeParser();
    method = methods.of(element.neededText("method"), (int) element.number("bytes", -1));
    id = element.neededId("compile_id");
    begun.add(id);
    level = element.hasDecisive("level") ? element.neededNumber("level") : defaultLevel;
    osrBci = element.hasDecisive("osr_bci") ? element.neededNumber("osr_bci") : -1;
    start = element.neededFraction("stamp");
    end = Double.NaN;
    invocations = element.number("count", 0);
    backedgeCount = element.number("backedge_count", 0);
    done = false;
    succeeded = false;
    failure = "";
    bailouts.clear();
    eliminations.clear();
    codeBytes = 0;
    inlinedBytes = 0;
    lastInstruction = "";
  }

  private void end(Element element, long offset, ParseProblems problems) {
    done = true;
    int success = element.neededNumber("success");
    succeeded = success == 1;
    if (!succeeded && (success != 0 || failure.isEmpty())) {
      problems.add("compilations that end without code and without a reason", offset);
    }
    end = element.neededFraction("stamp");
    codeBytes = (int) element.number("nmsize", 0);
    inlinedBytes = (int) element.number("inlined_bytes", 0);
    invocations = Math.max(invocations, element.number("count", 0));
    backedgeCount = Math.max(backedgeCount, element.number("backedge_count", 0));
  }

  private void method(Element element) {
    int count = element.ids("arguments", ids);
    for (int i = 0; i < count; i++) {
      parameters[i] = idTable.type(ids[i]);
    }
    idTable.define(
        element.neededId("id"),
        methods.of(
            idTable.type(element.neededId("holder")),
            element.neededText("name"),
            idTable.type(element.neededId("return")),
            parameters,
            count,
            (int) element.number("bytes", -1)));
  }

  /// @param repeated the callee of the element before, if that is a call. C2 asks for a call again
  ///   where it has an intrinsic for it and cannot make it (`Parse::do_call`).
  private void call(
      Element element, @Nullable Method repeated, long offset, ParseProblems problems) {
    Method callee = idTable.method(element.neededId("method"));
    long count = element.number("count", -1);
    if (callee.equals(repeated) && count == lastCount) {
      return;
    }
    if (callee.equals(MethodTable.UNKNOWN)) {
      problems.add("calls of methods that the log does not define", offset);
    }
    lastInstruction = element.text("instr");
    boolean virtual = element.hasDecisive("virtual");
    // A call through a method handle is logged a second time with the handle's target.
    boolean again = virtual || element.hasDecisive("method_handle_intrinsic");
    lastCallee = again ? null : callee;
    lastCount = count;
    boolean placed =
        tree.call(
            callee, count, element.fraction("prof_factor", 1), virtual, again, receivers(element));
    if (!placed) {
      problems.add("calls without a body they are in, or a decision", offset);
    }
  }

  private List<Receiver> receivers(Element element) {
    if (!element.has("receiver")) {
      return List.of();
    }
    Receiver first = receiver(element, "receiver", "receiver_count");
    return element.has("receiver2")
        ? List.of(first, receiver(element, "receiver2", "receiver2_count"))
        : List.of(first);
  }

  private Receiver receiver(Element element, String type, String count) {
    return new Receiver(idTable.type(element.id(type)), element.number(count, 0));
  }

  private void close() {
    underWay = false;
    boolean code = done && succeeded;
    history.add(
        new Compilation(
            id,
            method,
            level,
            osrBci,
            Double.NaN,
            start,
            end,
            code,
            code ? "" : failure,
            List.copyOf(bailouts),
            tree.attempts(),
            codeBytes,
            inlinedBytes,
            invocations,
            backedgeCount,
            null,
            tree.build(sharedTrees),
            eliminations.finish()));
  }

  void endOfPart(long offset, ParseProblems unfinished) {
    if (underWay) {
      unfinished.add("compilations under way at the end of the log", offset);
      close();
    }
  }

  /// {@return whether the log has the begin of a compilation with this id}
  boolean hasBegun(int compileId) {
    return begun.contains(compileId);
  }

  /// A compilation was added to the queue of its compiler.
  void queued(Element element) {
    history.queued((int) element.number("compile_id", -1), element.fraction("stamp", Double.NaN));
  }

  List<Compilation> finish(Map<Long, Compilation.NotEntrant> notEntrant) {
    return history.finish(notEntrant);
  }
}
