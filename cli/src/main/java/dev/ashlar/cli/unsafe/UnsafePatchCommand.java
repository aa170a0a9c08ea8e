// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.unsafe;

import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.cli.console.Failures;
import dev.ashlar.unsafe.agent.patch.Patch;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "patch",
    description = {
      "Writes jars in which the calls of sun.misc.Unsafe are replaced, and a jar that they need.",
      "",
      "The replacement is that of 'ashlar unsafe run --replace', without an agent.",
      "",
      "  ashlar unsafe patch lib/jctools-core-4.0.5.jar -o patched",
      "  ashlar unsafe patch app.jar -o patched",
      "  ashlar unsafe patch lib/ -o patched",
      "",
      "What is an archive or a class file is patched, whatever its name, and in archives too. A jar with a Main-Class gets the manifest entries that 'java"
          + " -jar' needs."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all was written",
      "1:something could not be patched, and nothing was written; or a class still needs Unsafe; or"
          + " an archive was not opened",
      "2:wrong usage"
    })
final class UnsafePatchCommand extends CliCommand {
  @Parameters(
      paramLabel = "PATH",
      arity = "1..*",
      description = "jars, and folders; all files of a folder are written, patched or as they are")
  private List<Path> paths = List.of();

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      required = true,
      description = "a new or empty folder; all output is written to it, or nothing")
  private Path out = Path.of("");

  @Option(
      names = "--unsign",
      description =
          "drop the signatures of jars whose classes change, because they would be invalid")
  private boolean unsign;

  @Option(names = "--json", paramLabel = "FILE", description = "write the same as JSON")
  private @Nullable Path json;

  @Override
  public Integer call() throws IOException {
    for (Path path : paths) {
      if (!Files.exists(path)) {
        throw wrongUsage("there is no file " + path);
      }
    }
    Patch patch = Patch.of(paths, out, unsign);
    if (json != null) {
      JsonMapper mapper = JsonMapper.builder().build();
      ObjectNode all = mapper.createObjectNode().put("schema", 1);
      all.set("problems", mapper.valueToTree(patch.problems()));
      all.set("unopened", mapper.valueToTree(patch.unopened()));
      all.set("notes", mapper.valueToTree(patch.notes()));
      all.set("flags", mapper.valueToTree(patch.flags()));
      all.set("jars", mapper.valueToTree(patch.jars()));
      Files.writeString(json, mapper.writeValueAsString(all));
    }
    PrintWriter err = err();
    if (!patch.problems().isEmpty()) {
      patch.problems().forEach(problem -> err.println("ashlar: " + Failures.oneLine(problem)));
      err.println("ashlar: nothing was written");
      return ExitCode.SOFTWARE;
    }
    PrintWriter text = out();
    print(patch, text);
    text.flush();
    return patch.isWhole() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private void print(Patch patch, PrintWriter text) {
    for (Patch.Jar jar : patch.jars()) {
      text.printf("%,7d calls replaced  %s%n", jar.replaced(), Failures.oneLine(jar.name()));
      new TreeMap<>(jar.unchanged())
          .forEach((name, reason) ->
              text.printf(
                  "        unchanged  %s: %s%n", Failures.oneLine(name), Failures.oneLine(reason)));
      new TreeMap<>(jar.missing())
          .forEach((method, count) ->
              text.printf(
                  "        left       Unsafe.%s, which this JDK lacks, %d calls%n",
                  Failures.oneLine(method), count));
    }
    patch.unopened().forEach(one -> text.printf("     not opened  %s%n", Failures.oneLine(one)));
    patch.notes().forEach(note -> text.printf("%nnote: %s%n", Failures.oneLine(note)));
    if (patch.replaced() > 0) {
      text.printf("%n%s has to be on the class path. Flags:%n", out.resolve(Patch.RUNTIME));
      patch.flags().forEach(flag -> text.println("  " + flag));
    }
    text.printf(
        "%n%,d jars, %,d calls replaced: %s%n",
        patch.jars().size(), patch.replaced(), verdict(patch));
  }

  private static String verdict(Patch patch) {
    if (patch.isWhole()) {
      return "no denied call is left in their class files";
    }
    return patch.unopened().isEmpty()
        ? "those above still need Unsafe"
        : "those above still need Unsafe, or may, since they were not opened";
  }
}
