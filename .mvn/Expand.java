// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Writes the classes whose methods are the same for several primitive types, from templates.
///
/// A template is the class, with blocks that are repeated for each row of a table. The first line of
/// the table has the names of its columns. In the block each `$name` stands for the row's entry, or
/// for what a line with `let` says. An entry ends at two spaces or more. Blocks may be nested.
///
/// ```
///   //@ let  at     offset + base
///   //@ for  Name   type   read
///   //@      Short  short  shortAt($at)
///   //@      Int    int    intAt($at)
///   $type get$Name(int offset) {
///     return $read;
///   }
///
///   //@ end
/// ```
///
/// `for primitives` has a row for each primitive type: `$type`, `$Name`, and `$Box`, which is `Byte` for
/// `boolean` as that is how it is stored. `for numbers` leaves out `boolean`. A row `0..15` is 16 rows.
///
/// Run by Maven before it compiles: `java Expand.java TEMPLATES OUTPUT`, two folders. What is in
/// `OUTPUT` and has no template is deleted.
final class Expand {
  private static final String DIRECTIVE = "//@ ";

  private static final String[][] PRIMITIVES = {
    {"type", "Name", "Box"},
    {"boolean", "Boolean", "Byte"},
    {"byte", "Byte", "Byte"},
    {"short", "Short", "Short"},
    {"char", "Char", "Character"},
    {"int", "Int", "Integer"},
    {"long", "Long", "Long"},
    {"float", "Float", "Float"},
    {"double", "Double", "Double"}
  };

  private final Path template;
  private final List<String> expanded = new ArrayList<>();

  /// The longest name first: a name may begin with another one.
  private final SortedMap<String, String> lets = new TreeMap<>((one, other) -> other.compareTo(one));

  private Expand(Path template) {
    this.template = template;
  }

  static void main(String[] folders) throws IOException {
    Path from = Path.of(folders[0]);
    Path to = Path.of(folders[1]);
    try (Stream<Path> templates = Files.walk(from)) {
      for (Path template : templates.filter(Files::isRegularFile).toList()) {
        Path target = to.resolve(from.relativize(template));
        List<String> lines = new Expand(template).expand(Files.readAllLines(template));
        // A file that is as it was must not be compiled again.
        if (!Files.exists(target) || !Files.readAllLines(target).equals(lines)) {
          Files.createDirectories(target.getParent());
          Files.write(target, lines);
        }
      }
    }
    deleteWithoutTemplate(to, from);
  }

  /// The class of a template that is gone.
  private static void deleteWithoutTemplate(Path folder, Path templates) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!Files.exists(templates.resolve(folder.relativize(file)))) {
          Files.delete(file);
        }
      }
    }
  }

  private List<String> expand(List<String> lines) {
    expand(lines, 0, lines.size(), new TreeMap<>());
    return expanded;
  }

  /// @param row the entries of the blocks around these lines
  private void expand(List<String> lines, int from, int to, Map<String, String> row) {
    for (int i = from; i < to; i++) {
      String directive = directive(lines.get(i));
      if (directive.startsWith("for ")) {
        i = expandBlock(lines, i, row);
      } else if (directive.startsWith("let ")) {
        String[] let = entries(directive.substring("let ".length()));
        lets.put("$" + let[0], let[1]);
      } else {
        // Twice: an entry may have names too.
        String filled = fill(fill(lines.get(i), row), row);
        if (!row.isEmpty() && filled.contains("$")) {
          throw failed(i, "an unknown name: " + filled.strip());
        }
        expanded.add(filled);
      }
    }
  }

  /// @return the index of the block's last line
  private int expandBlock(List<String> lines, int first, Map<String, String> outer) {
    String header = directive(lines.get(first)).substring("for ".length()).strip();
    boolean all = header.equals("primitives");
    boolean known = all || header.equals("numbers");
    String[] names = known ? PRIMITIVES[0] : entries(header);
    List<Map<String, String>> rows = new ArrayList<>();
    for (int i = all ? 1 : 2; known && i < PRIMITIVES.length; i++) {
      rows.add(row(names, PRIMITIVES[i], outer));
    }
    int from = first + 1;
    for (; isRow(directive(lines.get(from))); from++) {
      String[] entries = entries(directive(lines.get(from)));
      if (entries[0].matches("\\d+\\.\\.\\d+")) {
        String[] ends = entries[0].split("\\.\\.");
        for (int i = Integer.parseInt(ends[0]); i <= Integer.parseInt(ends[1]); i++) {
          rows.add(row(names, new String[] {Integer.toString(i)}, outer));
        }
        continue;
      }
      if (entries.length != names.length) {
        throw failed(from, entries.length + " entries, and " + names.length + " names");
      }
      rows.add(row(names, entries, outer));
    }
    int end = end(lines, first);
    for (Map<String, String> row : rows) {
      expand(lines, from, end, row);
    }
    // A class does not end with an empty line.
    if (expanded.getLast().isEmpty() && lines.get(end + 1).startsWith("}")) {
      expanded.removeLast();
    }
    return end;
  }

  private Map<String, String> row(String[] names, String[] entries, Map<String, String> outer) {
    Map<String, String> row = new TreeMap<>(lets);
    row.putAll(outer);
    for (int i = 0; i < names.length; i++) {
      row.put("$" + names[i], fill(entries[i], outer));
    }
    return row;
  }

  private static boolean isRow(String directive) {
    return !directive.isEmpty() && !directive.startsWith("for ") && !directive.startsWith("let ");
  }

  private int end(List<String> lines, int first) {
    int depth = 0;
    for (int i = first; i < lines.size(); i++) {
      String directive = directive(lines.get(i));
      depth += directive.startsWith("for ") ? 1 : directive.equals("end") ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    throw failed(first, "a block without an end");
  }

  private static String fill(String line, Map<String, String> row) {
    String filled = line;
    for (Map.Entry<String, String> entry : row.entrySet()) {
      filled = filled.replace(entry.getKey(), entry.getValue());
    }
    return filled;
  }

  private static String[] entries(String line) {
    return line.strip().split(" {2,}");
  }

  /// What a line tells this program; empty if it is one of the class.
  private static String directive(String line) {
    String code = line.strip();
    return code.startsWith(DIRECTIVE) ? code.substring(DIRECTIVE.length()).strip() : "";
  }

  private IllegalArgumentException failed(int line, String reason) {
    return new IllegalArgumentException("%s:%d: %s".formatted(template, line + 1, reason));
  }
}
