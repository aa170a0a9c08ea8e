package dev.ashlar.jit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The compilations so far. Call trees are most of what a log says, and only the last word on each
/// method is of use: those before it are dropped while reading, C1's once C2 has spoken.
final class TaskHistory {
  /// Code of its own: a method has one for callers and one for each loop that is entered running.
  private record Code(Method method, boolean byC2, int osrBci) {}

  private final List<Task> tasks = new ArrayList<>();
  private final Map<Code, Integer> last = new HashMap<>();

  void add(Task task) {
    Code code = new Code(task.method(), task.isC2(), task.osrBci());
    Integer before = last.get(code);
    if (before != null && isLaterWord(tasks.get(before), task)) {
      dropTree(before);
    } else if (before != null) {
      tasks.add(task.withTree(null));
      return;
    }
    Integer byC1 = last.get(new Code(task.method(), false, task.osrBci()));
    Integer byC2 = last.get(new Code(task.method(), true, task.osrBci()));
    if (task.isC2() && task.succeeded() && byC1 != null) {
      dropTree(byC1);
    }
    boolean superseded = !task.isC2() && byC2 != null && tasks.get(byC2).succeeded();
    last.put(code, tasks.size());
    tasks.add(superseded ? task.withTree(null) : task);
  }

  /// Compiler threads write one after the other, so the order in the file is not that of time. A
  /// compilation without code leaves the code of the one before it in use.
  private static boolean isLaterWord(Task before, Task task) {
    if (before.succeeded() != task.succeeded()) {
      return task.succeeded();
    }
    return !(task.startSeconds() < before.startSeconds());
  }

  private void dropTree(int index) {
    tasks.set(index, tasks.get(index).withTree(null));
  }

  /// {@return all compilations in the order of time}
  List<Task> finish(Map<Long, Task.Discard> discards) {
    for (int i = 0; i < tasks.size(); i++) {
      Task task = tasks.get(i);
      Task.Discard discard = task.isC2() ? discards.get((long) task.id()) : null;
      if (discard != null) {
        tasks.set(i, task.withDiscarded(discard));
      }
    }
    tasks.sort(Comparator.comparingDouble(Task::startSeconds));
    return List.copyOf(tasks);
  }
}
