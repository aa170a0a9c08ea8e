// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.patch;

import dev.ashlar.unsafe.internal.archive.ArchiveVisitor;
import dev.ashlar.unsafe.internal.archive.FileKind;
import dev.ashlar.unsafe.internal.archive.Limits;
import dev.ashlar.unsafe.internal.archive.ZipWalk;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Reads all inputs before it writes: the manifest of a launched jar must name the needs of all
/// jars.
final class PatchRun implements ArchiveVisitor {
  private final PatchWork work;
  private final boolean unsigns;

  /// The files of the output, by their paths in it.
  private final Map<String, Path> files = new LinkedHashMap<>();

  private final Map<String, Path> folders = new LinkedHashMap<>();

  /// The rewritten class files that are in no archive.
  private final Map<String, Path> rewritten = new LinkedHashMap<>();

  private final Map<String, PatchedJar> archives = new LinkedHashMap<>();
  private final List<Patch.Jar> found = new ArrayList<>();
  private final List<String> unopened = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  PatchRun(PatchWork work, boolean unsigns) {
    this.work = work;
    this.unsigns = unsigns;
  }

  Patch patch(List<Path> inputs, Path out) throws IOException {
    for (Path input : inputs) {
      PatchedClasses classes = new PatchedClasses();
      if (Files.isDirectory(input)) {
        folder(input, classes);
      } else {
        file(String.valueOf(input.getFileName()), input, input, classes);
      }
      Patch.Jar ofClasses = classes.found(input.toString());
      if (!ofClasses.isEmpty()) {
        found.add(ofClasses);
      }
    }
    List<PatchedJar> all = archives.values().stream().flatMap(PatchedJar::all).toList();
    Signatures signatures = new Signatures(all, work, unsigns);
    signatures.drop();
    archives.keySet().stream()
        .filter(this::isMain)
        .forEach(name -> signatures.dropOfLauncher(name, archives));
    signatures.dropOfSharedPackages();
    if (work.problems().isEmpty()) {
      write(out);
    }
    return new Patch(found, unopened, notes, work.problems());
  }

  private void folder(Path folder, PatchedClasses classes) throws IOException {
    List<Path> all;
    try (Stream<Path> walk = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
      all = walk.filter(path -> !path.equals(folder)).sorted().toList();
    }
    for (Path path : all) {
      String name = folder.relativize(path).toString().replace('\\', '/');
      if (Files.isDirectory(path)) {
        folders.putIfAbsent(name, path);
      } else if (Files.isRegularFile(path)) {
        file(name, path, folder, classes);
      } else {
        work.problem(path.toString(), "it is neither a file nor a folder");
      }
    }
  }

  /// @param input the input that has the file, or is it
  private void file(String name, Path file, Path input, PatchedClasses classes) {
    if (files.putIfAbsent(name, file) != null || name.equals(Patch.RUNTIME)) {
      work.problem(file.toString(), "another file of the output has its name");
    }
    try {
      FileKind kind = FileKind.of(file);
      String notRead = kind.notRead(name);
      boolean isGiven = file.equals(input);
      if (kind == FileKind.ARCHIVE) {
        archive(name, file);
      } else if (kind == FileKind.CLASS) {
        byte[] bytes = classes.rewrite(name, Files.readAllBytes(file));
        if (bytes != null) {
          rewritten.put(name, work.write(bytes));
        }
      } else if (isGiven) {
        work.problem(name, notRead == null ? "it is not a zip archive" : notRead);
      } else if (notRead != null) {
        unopened(name, notRead);
      }
    } catch (IOException e) {
      work.problem(name, e);
    }
  }

  private void archive(String name, Path file) throws IOException {
    new ZipWalk(this, Limits.DEFAULT, Files.size(file)).walk(file, name);
    PatchedJar jar = archives.get(name);
    if (jar != null) {
      found.add(jar.found());
      jar.all().skip(1).map(PatchedJar::found).filter(one -> !one.isEmpty()).forEach(found::add);
    }
  }

  @Override
  public PatchedJar open(String location) {
    PatchedJar jar = new PatchedJar(location, work);
    archives.put(location, jar);
    return jar;
  }

  @Override
  public void problem(String location, String reason) {
    work.problem(location, reason);
  }

  @Override
  public void unopened(String location, String reason) {
    unopened.add(location + ": " + reason);
  }

  @Override
  public void damage(String location, String reason) {
    work.problem(location, reason);
  }

  @Override
  public void oddity(String location, String reason) {
    // It hides nothing.
  }

  private boolean isMain(String name) {
    PatchedJar jar = archives.get(name);
    return jar != null && !jar.mainAttribute("Main-Class").isEmpty();
  }

  private void write(Path out) throws IOException {
    Path unfinished = out.resolveSibling(out.getFileName() + "." + ProcessHandle.current().pid());
    try {
      Files.createDirectories(unfinished);
      for (String folder : folders.keySet()) {
        Files.createDirectories(unfinished.resolve(folder));
      }
      for (Map.Entry<String, Path> file : files.entrySet()) {
        write(file.getKey(), file.getValue(), unfinished);
      }
      RuntimeJar.write(unfinished.resolve(Patch.RUNTIME));
      for (Map.Entry<String, Path> folder : List.copyOf(folders.entrySet()).reversed()) {
        copyAttributes(folder.getValue(), unfinished.resolve(folder.getKey()));
      }
      Files.deleteIfExists(out);
      Files.move(unfinished, out, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Patch.delete(unfinished);
    }
  }

  private void write(String name, Path file, Path folder) throws IOException {
    Path target = folder.resolve(name);
    PatchedJar jar = archives.get(name);
    Path other = rewritten.get(name);
    if (jar != null) {
      try {
        jar.write(file, target, isMain(name) ? launch(jar, folder, target) : Map.of());
      } catch (IOException e) {
        throw new IOException(name + " cannot be written: " + e.getMessage(), e);
      }
    } else {
      Files.copy(other == null ? file : other, target, StandardCopyOption.COPY_ATTRIBUTES);
    }
    copyAttributes(file, target);
  }

  private static void copyAttributes(Path from, Path to) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    if (view != null) {
      view.setPermissions(Files.getPosixFilePermissions(from));
    }
    Files.setLastModifiedTime(to, Files.getLastModifiedTime(from));
  }

  /// {@return the words to add to the manifest of a jar that `java -jar` runs, which takes no class
  /// path and often no flags}
  private Map<String, String> launch(PatchedJar launched, Path folder, Path jar) {
    if (found.stream().allMatch(one -> one.replaced() == 0)) {
      return Map.of();
    }
    if (launched.isSigned() && !launched.isUnsigned()) {
      notes.add(
          "%1$s is signed and stays as it is. If it loads patched jars by itself, start it with java -cp %1$s%2$s%3$s %4$s, or drop its signature with --unsign"
              .formatted(
                  launched.location(),
                  File.pathSeparator,
                  Patch.RUNTIME,
                  launched.mainAttribute("Main-Class")));
      return Map.of();
    }
    Path up = jar.resolveSibling("").relativize(folder.resolve(Patch.RUNTIME));
    Map<String, String> launch = new LinkedHashMap<>();
    launch.put("Class-Path", up.toString().replace('\\', '/'));
    launch.put("Enable-Native-Access", "ALL-UNNAMED");
    if (!Patch.packages(found).isEmpty()) {
      launch.put("Add-Opens", String.join(" ", Patch.packages(found)));
    }
    return launch;
  }
}
