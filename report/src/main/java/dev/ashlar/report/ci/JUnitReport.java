// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.ci;

import java.io.StringWriter;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/// Writes reports in JUnit's XML format, which build servers read.
public final class JUnitReport {
  private JUnitReport() {}

  /// A group of tests.
  public record Suite(String name, List<Case> cases) {}

  /// A test.
  ///
  /// @param failures the failures; empty if the test passed
  /// @param skipped the reason why the test was skipped; empty if it was not
  public record Case(String className, String name, List<String> failures, String skipped) {}

  public static String xml(List<Suite> suites) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      line(xml, 0);
      xml.writeStartElement("testsuites");
      for (Suite suite : suites) {
        suite(xml, suite);
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

  private static void suite(XMLStreamWriter xml, Suite suite) throws XMLStreamException {
    line(xml, 1);
    xml.writeStartElement("testsuite");
    attribute(xml, "name", suite.name());
    attribute(xml, "tests", "" + suite.cases().size());
    attribute(
        xml,
        "failures",
        "" + suite.cases().stream().filter(test -> !test.failures().isEmpty()).count());
    attribute(xml, "errors", "0");
    attribute(
        xml,
        "skipped",
        "" + suite.cases().stream().filter(test -> !test.skipped().isEmpty()).count());
    for (Case test : suite.cases()) {
      line(xml, 2);
      xml.writeStartElement("testcase");
      attribute(xml, "classname", test.className());
      attribute(xml, "name", test.name());
      if (!test.failures().isEmpty()) {
        line(xml, 3);
        xml.writeStartElement("failure");
        attribute(xml, "message", test.failures().getFirst());
        xml.writeCharacters(valid(String.join("\n", test.failures())));
        xml.writeEndElement();
      } else if (!test.skipped().isEmpty()) {
        line(xml, 3);
        xml.writeEmptyElement("skipped");
        attribute(xml, "message", test.skipped());
      }
      line(xml, 2);
      xml.writeEndElement();
    }
    line(xml, 1);
    xml.writeEndElement();
  }

  private static void attribute(XMLStreamWriter xml, String name, String value)
      throws XMLStreamException {
    xml.writeAttribute(name, valid(value));
  }

  private static void line(XMLStreamWriter xml, int depth) throws XMLStreamException {
    xml.writeCharacters("\n" + "  ".repeat(depth));
  }

  /// The writer escapes, but passes characters that XML does not have, and names in a log or a
  /// class file may have any.
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
