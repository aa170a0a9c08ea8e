// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report;

import dev.ashlar.jit.Rules;
import dev.ashlar.results.AtomicFile;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/// The results of checking rules as a report of JUnit, which build servers read: a suite for each
/// log, a test for each rule. A rule whose reasons a baseline accepts is skipped.
public final class JitCheckJUnit {
  private JitCheckJUnit() {}

  /// Writes the report to `file`, in full or not at all; missing folders are made.
  ///
  /// @throws IOException naming the file and the reason
  public static void write(String rulesName, Rules rules, List<CheckedLog> logs, Path file)
      throws IOException {
    AtomicFile.write(file, xml(rulesName, rules, logs));
  }

  static String xml(String rulesName, Rules rules, List<CheckedLog> logs) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      line(xml, 0);
      xml.writeStartElement("testsuites");
      for (CheckedLog log : logs) {
        suite(xml, rulesName, rules.texts(), log);
      }
      line(xml, 0);
      xml.writeEndElement();
      line(xml, 0);
      xml.writeEndDocument();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("writing to a string failed", e);
    }
    return text.toString();
  }

  private static void suite(
      XMLStreamWriter xml, String rulesName, SortedMap<Integer, String> rules, CheckedLog log)
      throws XMLStreamException {
    line(xml, 1);
    xml.writeStartElement("testsuite");
    attribute(xml, "name", log.name());
    attribute(xml, "tests", "" + rules.size());
    attribute(xml, "failures", "" + log.broken().size());
    attribute(xml, "errors", "0");
    attribute(xml, "skipped", "" + log.accepted().size());
    for (Map.Entry<Integer, String> rule : rules.entrySet()) {
      line(xml, 2);
      xml.writeStartElement("testcase");
      attribute(xml, "classname", rulesName);
      attribute(xml, "name", "line " + rule.getKey() + ": " + rule.getValue());
      Optional<Rules.Broken> broken = at(log.broken(), rule.getKey());
      if (broken.isPresent()) {
        line(xml, 3);
        xml.writeStartElement("failure");
        attribute(xml, "message", broken.get().reasons().getFirst());
        xml.writeCharacters(valid(String.join("\n", broken.get().reasons())));
        xml.writeEndElement();
      } else if (at(log.accepted(), rule.getKey()).isPresent()) {
        line(xml, 3);
        xml.writeEmptyElement("skipped");
        attribute(xml, "message", "broken, and accepted by the baseline");
      }
      line(xml, 2);
      xml.writeEndElement();
    }
    line(xml, 1);
    xml.writeEndElement();
  }

  private static Optional<Rules.Broken> at(List<Rules.Broken> broken, int lineNumber) {
    return broken.stream().filter(b -> b.lineNumber() == lineNumber).findFirst();
  }

  private static void attribute(XMLStreamWriter xml, String name, String value)
      throws XMLStreamException {
    xml.writeAttribute(name, valid(value));
  }

  private static void line(XMLStreamWriter xml, int depth) throws XMLStreamException {
    xml.writeCharacters("\n" + "  ".repeat(depth));
  }

  /// The writer escapes, but passes characters that XML does not have, and names in a log may have
  /// any.
  private static String valid(String text) {
    return text.codePoints()
        .map(c -> isValid(c) ? c : 0xFFFD)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static boolean isValid(int c) {
    return c == '\t' || c == '\n' || (c >= 0x20 && c <= 0xFFFD && !isSurrogate(c)) || c >= 0x10000;
  }

  private static boolean isSurrogate(int c) {
    return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
  }
}
