// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.reader;

import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.ParseProblem;
import dev.ashlar.jit.internal.log.Element;
import dev.ashlar.jit.internal.log.LineScanner;
import dev.ashlar.jit.internal.log.ParseProblems;
import dev.ashlar.jit.internal.log.SymbolTable;
import dev.ashlar.jit.internal.log.Tag;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads a log line by line and passes each tag to the reader that needs it: of compilations, of
/// uncommon traps, or of the description of the JVM. The attributes of other tags are not parsed.
public final class LogReader {
  static final String GRAAL =
      "this is a log of Graal (a compiler behind JVMCI) in place of C2: its compilations, their times and the uncommon traps are read, and all of C1; its decisions about inlining, and what it eliminated, are in no log that is read here";

  private static final byte[] NO_BYTES = {};
  private static final Pattern PART_NAME = Pattern.compile("hs_c\\d+_pid\\d+\\.log");

  private final SymbolTable names = new SymbolTable();
  private final Element element = new Element(names);
  private final MethodTable methods = new MethodTable();
  private final CompilationReader compilations = new CompilationReader(methods);
  private final TrapReader traps = new TrapReader(methods);
  private final VmReader vm = new VmReader();
  private final CodeCacheReader codeCache = new CodeCacheReader();
  private final ParseProblems problems = new ParseProblems();

  /// Problems that count only if the log has no end: a JVM may exit during a compilation.
  private final ParseProblems unfinished = new ParseProblems();

  private final Map<String, String> threadFiles = new LinkedHashMap<>();
  private final Set<String> threadsSeen = new LinkedHashSet<>();
  private boolean graal;
  private boolean anyLog;
  private boolean anyHead;
  private boolean anyEnd;
  private boolean another;

  /// A compilation that was running at the exit is in a `<fragment>`, truncated anywhere.
  private boolean inFragment;

  /// Whether an unknown tag name is most likely a damaged known one, by the name.
  private final Map<String, Boolean> misspelledNames = new HashMap<>();

  /// Ids of C2 compilations whose nmethods were installed.
  private final Set<Integer> installed = new LinkedHashSet<>();

  private double endSeconds = Double.NaN;

  /// A tag whose rest is on the next line; empty if there is none.
  private byte[] open = NO_BYTES;

  /// Reads `file`, and the files of the compiler threads if the JVM was killed.
  public LogContent read(Path file) throws IOException {
    readParts(file);
    requireWhole(Files.size(file));
    List<Path> parts = new ArrayList<>();
    for (Map.Entry<String, String> named : threadFiles.entrySet()) {
      if (!threadsSeen.contains(named.getKey())) {
        Path part = findPart(file, named.getValue());
        if (part == null) {
          problems.add("compiler threads whose part of the log is missing", 0);
        } else if (!parts.contains(part)) {
          parts.add(part);
        }
      }
    }
    // Files that these parts name are not part of this log.
    for (Path part : parts) {
      readParts(part);
    }
    for (int id : installed) {
      if (!compilations.hasBegun(id)) {
        problems.add("compilations that the log names and does not have", 0);
      }
    }
    if (!anyEnd) {
      problems.addAll(unfinished);
    }
    List<Compilation> compiled =
        compilations.finish(traps.notEntrant()).stream()
            .map(one -> one.of(methods.resolved(one.method())))
            .toList();
    if (graal) {
      compiled =
          compiled.stream()
              .map(one -> one.isC2() && !installed.contains(one.id()) ? one.byGraal() : one)
              .toList();
    }
    return new LogContent(
        anyLog,
        vm.vm(),
        compiled,
        traps.finish().stream()
            .map(trap -> trap.along(trap.path().stream().map(methods::resolved).toList()))
            .toList(),
        codeCache.finish(),
        List.copyOf(problems.toList(ParseProblem::new)),
        List.copyOf(parts),
        endSeconds,
        graal ? List.of(GRAAL) : List.of());
  }

  /// Truncation between two elements shows only here. `CompilationLog.isRecognized` tells files
  /// that are not logs.
  private void requireWhole(long byteCount) {
    if (anyLog && !anyHead) {
      problems.add("beginning of the log missing", 0);
    }
    if (anyLog && !anyEnd) {
      problems.add("end of the log missing", byteCount);
    }
  }

  /// {@return the part beside the log, or at the path in the log; null if it is missing}
  ///
  /// A log may come from anybody, so a part must have the name that HotSpot gives it, and must not
  /// be a link.
  private static @Nullable Path findPart(Path log, String name) throws IOException {
    try {
      Path named = Path.of(name);
      Path fileName = named.getFileName();
      if (fileName == null || !PART_NAME.matcher(fileName.toString()).matches()) {
        return null;
      }
      for (Path part : List.of(log.resolveSibling(fileName), named)) {
        if (Files.isRegularFile(part, LinkOption.NOFOLLOW_LINKS)
            && Files.isReadable(part)
            && !Files.isSameFile(part, log)) {
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
      while (!another && scanner.next()) {
        int from = scanner.start();
        int to = scanner.end();
        if (open.length == 0 || !continues(scanner.buffer(), from, to, offset)) {
          line(scanner.buffer(), from, to, offset);
        }
        if (!scanner.isComplete() && to - from >= LineScanner.LONGEST) {
          problems().add("overlong lines", offset);
        }
        offset += scanner.byteSize();
      }
      if (open.length > 0) {
        open = NO_BYTES;
        problems().add("torn tags", offset);
      }
      compilations.endOfPart(scanner.byteCount(), unfinished);
    }
  }

  /// Reads a line together with the open tag before it, in which the name of a class has a line
  /// feed.
  ///
  /// @return false if the line is not the rest of that tag
  private boolean continues(byte[] bytes, int from, int to, long offset) {
    byte[] joined = Arrays.copyOf(open, open.length + 1 + to - from);
    joined[open.length] = '\n';
    System.arraycopy(bytes, from, joined, open.length + 1, to - from);
    open = NO_BYTES;
    element.set(joined, 0, joined.length);
    if (element.isWhole() || (element.isOpen() && joined.length < LineScanner.LONGEST)) {
      line(joined, 0, joined.length, offset);
      return true;
    }
    problems().add("torn tags", offset);
    return false;
  }

  private ParseProblems problems() {
    return inFragment ? unfinished : problems;
  }

  private void line(byte[] bytes, int from, int to, long offset) {
    int at = from;
    while (at < to) {
      int tag = tagStart(bytes, at, to);
      if (tag != at && vm.wantsText()) {
        vm.text(SymbolTable.decode(bytes, at, tag < 0 ? to : tag));
      }
      if (tag < 0) {
        return;
      }
      element.set(bytes, tag, to);
      if (element.tag() == Tag.UNWANTED) {
        // The case of nine lines in ten.
        int next = tagStart(bytes, tag + 1, to);
        if (next >= 0
            || !element.isNameWhole()
            || (compilations.isUnderWay() && bytes[to - 1] != '>')) {
          problems().add("torn tags", offset);
        } else if (isDamagedName(element.name())) {
          problems().add("tags with a damaged name", offset);
        }
        if (next < 0) {
          return;
        }
        at = next;
        continue;
      }
      if (element.isOpen()) {
        open = Arrays.copyOfRange(bytes, tag, to);
        return;
      }
      if (!element.isWhole()) {
        problems().add("torn tags", offset);
        // If two threads wrote at once, the second tag may be complete.
        at = tag + 1;
        continue;
      }
      dispatch(offset);
      if (element.isUnreadable()) {
        problems().add("values that are missing or no numbers", offset);
      }
      at = element.endOffset();
    }
  }

  private boolean isDamagedName(String name) {
    return misspelledNames.computeIfAbsent(name, Tag::isDamaged);
  }

  private static int tagStart(byte[] bytes, int from, int to) {
    int at = LineScanner.indexOf(bytes, from, to, '<');
    while (at >= 0 && at + 1 < to && (bytes[at + 1] == '!' || bytes[at + 1] == '?')) {
      at = LineScanner.indexOf(bytes, at + 1, to, '<');
    }
    return at;
  }

  private void dispatch(long offset) {
    switch (element.tag()) {
      case HOTSPOT_LOG -> {
        if (anyLog) {
          // Its ids and times are those of another JVM.
          problems.add("a second log in the same file, and all behind it", offset);
          another = true;
          return;
        }
        anyLog = true;
        anyHead = true;
        vm.header(element);
      }
      case HOTSPOT_LOG_DONE -> endSeconds = element.neededFraction("stamp");
      case END_HOTSPOT_LOG -> {
        anyLog = true;
        anyEnd = true;
      }
      case FRAGMENT -> inFragment = true;
      case END_FRAGMENT -> inFragment = false;
      case NMETHOD -> {
        graal |= element.text("compiler").equals("jvmci");
        if (element.text("compiler").equals("c2")) {
          installed.add(element.neededNumber("compile_id"));
        }
      }
      case TASK_QUEUED -> compilations.queued(element);
      case CODE_CACHE -> codeCache.state(element);
      case CODE_CACHE_FULL -> codeCache.full(element);
      case SWEEPER -> codeCache.sweep(element);
      case COMPILATION_LOG -> {
        anyLog = true;
        inFragment = false;
        threadsSeen.add(element.text("thread"));
        compilations.endOfPart(offset, unfinished);
        vm.done();
      }
      case THREAD_LOGFILE -> {
        vm.done();
        threadFiles.put(element.text("thread"), element.text("filename"));
      }
      default -> {
        boolean inHead = vm.isUnderWay() && !compilations.isUnderWay();
        boolean taken =
            (inHead && vm.tag(element.tag())) || compilations.tag(element, offset, problems());
        if (!taken) {
          traps.tag(element, offset, problems());
        }
      }
    }
  }
}
