package dev.ashlar.jit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads a log line by line and hands each tag to who is concerned: the compilation under way, the
/// list of traps, the description of the JVM. Most lines concern nobody and are not looked into.
final class LogReader {
  private static final Pattern PART_NAME = Pattern.compile("hs_c\\d+_pid\\d+\\.log");

  private final Names names = new Names();
  private final Element element = new Element(names);
  private final MethodTable methods = new MethodTable();
  private final CompilationReader compilations = new CompilationReader(methods);
  private final TrapReader traps = new TrapReader(methods);
  private final VmReader vm = new VmReader();
  private final Damage damage = new Damage();

  /// What a JVM that ends in good order leaves unfinished is no damage.
  private final Damage unfinished = new Damage();

  private final Map<String, String> threadFiles = new LinkedHashMap<>();
  private final Set<String> threadsSeen = new LinkedHashSet<>();
  private boolean anyLog;
  private boolean anyHead;
  private boolean anyEnd;
  private boolean another;

  /// What a compiler had at work when its JVM ended is in a fragment, cut off anywhere.
  private boolean inFragment;

  /// Whether a name of a tag that nobody wants is most likely that of another, by the name.
  private final Map<String, Boolean> damagedNames = new HashMap<>();

  /// Compilations of C2 that the JVM tells of when their code is installed.
  private final Set<Integer> installed = new LinkedHashSet<>();

  private double endSeconds = Double.NaN;

  /// Reads `file`, and the compiler threads' own files if a killed JVM left them behind.
  CompilationLog read(Path file) throws IOException {
    readParts(file);
    requireWhole(Files.size(file));
    List<Path> parts = new ArrayList<>();
    for (Map.Entry<String, String> named : threadFiles.entrySet()) {
      if (!threadsSeen.contains(named.getKey())) {
        Path part = leftBehind(file, named.getValue());
        if (part == null) {
          damage.add("compiler threads whose part of the log is missing", 0);
        } else if (!parts.contains(part)) {
          parts.add(part);
        }
      }
    }
    // What they name in their turn is no part of this log.
    for (Path part : parts) {
      readParts(part);
    }
    for (int id : installed) {
      if (!compilations.hasBegun(id)) {
        damage.add("compilations that the log names and does not have", 0);
      }
    }
    if (!anyEnd) {
      damage.addAll(unfinished);
    }
    return new CompilationLog(
        anyLog,
        vm.vm(),
        compilations.finish(traps.notEntrant()),
        traps.finish(),
        damage.unread(),
        List.copyOf(parts),
        endSeconds,
        null,
        null,
        List.of());
  }

  /// A log may be cut where nothing else shows it. What is no log at all is told otherwise.
  private void requireWhole(long byteCount) {
    if (anyLog && !anyHead) {
      damage.add("beginning of the log missing", 0);
    }
    if (anyLog && !anyEnd) {
      damage.add("end of the log missing", byteCount);
    }
  }

  /// {@return the part as the log names it, or of that name beside the log; null if it is gone}
  ///
  /// A log may come from anybody: only what has the name that HotSpot gives a part, and is no link,
  /// is one.
  private static @Nullable Path leftBehind(Path log, String name) throws IOException {
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
        line(scanner.buffer(), from, to, offset);
        if (!scanner.isComplete() && to - from >= LineScanner.LONGEST) {
          damage().add("overlong lines", offset);
        }
        offset += to - from + 1;
      }
      compilations.endOfPart(scanner.byteCount(), unfinished);
    }
  }

  private Damage damage() {
    return inFragment ? unfinished : damage;
  }

  private void line(byte[] bytes, int from, int to, long offset) {
    int at = from;
    while (at < to) {
      int tag = tagStart(bytes, at, to);
      if (tag != at && vm.wantsText()) {
        vm.text(Names.decode(bytes, at, tag < 0 ? to : tag));
      }
      if (tag < 0) {
        return;
      }
      element.set(bytes, tag, to);
      if (element.tag() == Tag.UNWANTED) {
        // Nine lines in ten end here.
        int next = tagStart(bytes, tag + 1, to);
        if (next >= 0 || !element.isNameWhole() || (compilations.isUnderWay() && bytes[to - 1] != '>')) {
          damage().add("torn tags", offset);
        } else if (isDamagedName(element.name())) {
          damage().add("tags with a damaged name", offset);
        }
        if (next < 0) {
          return;
        }
        at = next;
        continue;
      }
      if (!element.isWhole()) {
        damage().add("torn tags", offset);
        // Where two writers met, the second one's tag may be whole.
        at = tag + 1;
        continue;
      }
      dispatch(offset);
      if (element.isUnreadable()) {
        damage().add("values that are missing or no numbers", offset);
      }
      at = element.endOffset();
    }
  }

  private boolean isDamagedName(String name) {
    return damagedNames.computeIfAbsent(name, Tag::isDamaged);
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
          // Of another JVM: its ids and times are others.
          damage.add("a second log in the same file, and all behind it", offset);
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
        if (element.text("compiler").equals("c2")) {
          installed.add(element.neededNumber("compile_id"));
        }
      }
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
        boolean taken = (inHead && vm.tag(element.tag())) || compilations.tag(element, offset, damage());
        if (!taken) {
          traps.tag(element, offset, damage());
        }
      }
    }
  }
}
