// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// Names in class files may have any characters.
class VisibleTextTest {
  private static final String NAME = "a\u202Eb\u0007c\u2066d\u200Be\u0085f\uD800g\uDB40\uDC41";
  private static final String SHOWN =
      "a\\u202eb\\u0007c\\u2066d\\u200be\\u0085f\\ud800g\\udb40\\udc41";

  @TempDir private Path folder;

  @Test
  void hiddenCharactersAreEscapedAndOthersStay() {
    assertThat(VisibleText.of(NAME)).isEqualTo(SHOWN);
    assertThat(VisibleText.of("x\n\ty")).isEqualTo("x\\u000a\\u0009y");
    assertThat(VisibleText.ofLines("x\n\ty\r")).isEqualTo("x\n\ty\\u000d");
    String plain = "Grüße, 中文, עברית, \uD83D\uDE00 <&>'\\u0041";
    assertThat(VisibleText.of(plain)).isSameAs(plain);
  }

  @Test
  void aWriterKeepsColorsAndNoOtherSequences() {
    StringWriter text = new StringWriter();
    PrintWriter out = VisibleText.writer(new PrintWriter(text));
    out.print("\u001b[1;36mblue\u001b[0m \u001b]0;title\u0007 \u001b[2J");
    out.print('\u202E');
    out.flush();
    assertThat(text)
        .hasToString("\u001b[1;36mblue\u001b[0m \\u001b]0;title\\u0007 \\u001b[2J\\u202e");
  }

  @Test
  void linesOfATerminalHaveThem() {
    assertThat(new TextLines(TextLines.Style.PLAIN).shown("x\r\n" + NAME)).isEqualTo("x " + SHOWN);
  }

  @Test
  void jsonInAFileHasTheNameItself() throws Exception {
    Path file = folder.resolve("out.json");
    JsonText.write(Map.of("name", NAME), file);
    assertThat(Files.readString(file)).doesNotContain("\u202E", "\u0007", "\u200B");
    assertThat(new JsonMapper().readTree(file).get("name").stringValue()).isEqualTo(NAME);
  }

  @Test
  void jsonInAPageHasWhatIsShown() {
    String json = JsonText.inScript(Map.of("name", NAME));
    assertThat(new JsonMapper().readTree(json).get("name").stringValue()).isEqualTo(SHOWN);
  }
}
