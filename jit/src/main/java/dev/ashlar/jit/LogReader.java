package dev.ashlar.jit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads a log line by line and hands each tag to who is concerned: the compilation under way, the
/// list of traps, the description of the JVM. Most lines concern nobody and are not looked into.
final class LogReader {
  private final Names names = new Names();
  private final Element element = new Element(names);
  private final MethodTable methods = new MethodTable();
  private final TaskReader tasks = new TaskReader(methods);
  private final TrapReader traps = new TrapReader(methods);
  private final VmReader vm = new VmReader();
  private final Damage damage = new Damage();
  private final Map<String, String> threadFiles = new LinkedHashMap<>();
  private final Set<String> threadsSeen = new LinkedHashSet<>();
  private boolean anyLog;

  /// Reads `file`, and the compiler threads' own files if a killed JVM left them behind.
  CompilationLog read(Path file) throws IOException {
    readParts(file);
    List<Path> parts = new ArrayList<>();
    for (Map.Entry<String, String> named : threadFiles.entrySet()) {
      if (!threadsSeen.contains(named.getKey())) {
        Path part = leftBehind(file, named.getValue());
        if (part == null) {
          damage.add("compiler threads whose part of the log is missing", 0);
        } else {
          parts.add(part);
        }
      }
    }
    // What they name in their turn is no part of this log.
    for (Path part : parts) {
      readParts(part);
    }
    return new CompilationLog(
        anyLog,
        vm.vm(),
        tasks.finish(traps.discards()),
        traps.finish(),
        damage.unread(),
        List.copyOf(parts),
        null);
  }

  /// {@return the part as the log names it, or of that name beside the log; null if it is gone}
  private static @Nullable Path leftBehind(Path log, String name) throws IOException {
    try {
      Path named = Path.of(name);
      Path fileName = named.getFileName();
      for (Path part :
          fileName == null ? List.of(named) : List.of(log.resolveSibling(fileName), named)) {
        if (Files.isRegularFile(part) && Files.isReadable(part) && !Files.isSameFile(part, log)) {
          return part;
        }
      }
    } catch (InvalidPathException e) {
      // Of another system.
    }
    return null;
  }

  private void readParts(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      LineScanner scanner = new LineScanner(in);
      long offset = 0;
      while (scanner.next()) {
        int from = scanner.start();
        int to = scanner.end();
        line(scanner.buffer(), from, to, offset);
        if (!scanner.isComplete() && to - from >= LineScanner.LONGEST) {
          damage.add("overlong lines", offset);
        }
        offset += to - from + 1;
      }
      tasks.endOfFile(scanner.byteCount(), damage);
    }
  }

  private void line(byte[] bytes, int from, int to, long offset) {
    int at = from;
    while (at < to) {
      int tag = tagStart(bytes, at, to);
      if (tag != at && vm.wantsText()) {
        vm.text(names.of(bytes, at, tag < 0 ? to : tag));
      }
      if (tag < 0) {
        return;
      }
      element.set(bytes, tag, to);
      if (!concernsSomebody()) {
        return;
      }
      if (!element.isWhole()) {
        damage.add("torn tags", offset);
        // Where two writers met, the second one's tag may be whole.
        at = tag + 1;
        continue;
      }
      dispatch(offset);
      at = element.endOffset();
    }
  }

  private static int tagStart(byte[] bytes, int from, int to) {
    for (int i = from; i + 1 < to; i++) {
      if (bytes[i] == '<' && bytes[i + 1] != '!' && bytes[i + 1] != '?') {
        return i;
      }
    }
    return -1;
  }

  /// Looks at the name only: nine lines in ten end here.
  private boolean concernsSomebody() {
    return switch (element.firstLetter()) {
      case 'b' -> element.is("bc");
      case 'c' -> element.is("call") || element.is("compilation_log") || element.is("command");
      case 'd' -> element.is("direct_call");
      case 'f' -> element.is("failure");
      case 'h' -> element.is("hotspot_log");
      case 'i' ->
          element.is("inline_success")
              || element.is("inline_fail")
              || element.is("intrinsic")
              || element.is("inline_id")
              || element.is("info");
      case 'j' -> element.is("jvms");
      case 'k' -> element.is("klass");
      case 'l' -> element.is("late_inline") || element.is("launcher");
      case 'm' -> element.is("method") || element.is("make_not_entrant");
      case 'n' -> element.is("name");
      case 'p' -> element.is("parse") || element.is("properties");
      case 'r' -> element.is("release");
      case 's' -> element.is("start_compile_thread");
      case 't' ->
          element.is("type")
              || element.is("task")
              || element.is("task_done")
              || element.is("thread_logfile");
      case 'u' -> element.is("uncommon_trap");
      case 'v' -> element.is("virtual_call") || element.is("vm_arguments");
      case 'a' -> element.is("args");
      case '/' ->
          element.is("/parse")
              || element.is("/task")
              || element.is("/late_inline")
              || element.is("/uncommon_trap")
              || vm.isUnderWay();
      default -> false;
    };
  }

  private void dispatch(long offset) {
    if (element.is("hotspot_log") || element.is("compilation_log")) {
      anyLog = true;
      vm.header(element);
      if (element.is("compilation_log")) {
        threadsSeen.add(element.text("thread"));
        vm.done();
      }
    } else if (element.is("thread_logfile")) {
      vm.done();
      threadFiles.put(element.text("thread"), element.text("filename"));
    } else if (!tasks.isUnderWay() && vm.isUnderWay() && vm.tag(element)) {
      return;
    } else if (!tasks.tag(element, offset, damage)) {
      traps.tag(element);
    }
  }
}
