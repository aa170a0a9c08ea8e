package dev.ashlar.report.page;

import gg.jte.TemplateOutput;
import gg.jte.html.HtmlInterceptor;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// Sets a [Page] as HTML.
public final class PageTemplate {

  private PageTemplate() {}

  /// The whole document, escaped where it has to be.
  public static String render(Page page) {
    StringOutput out = new StringOutput(1 << 21);
    JtelabGenerated.render(new OwaspHtmlTemplateOutput(out), new Untouched(), page);
    return out.toString();
  }

  /// A style sheet or script that belongs to the page. What could end the element it goes into is a
  /// fault of the build, not of the data.
  public static String asset(String name) {
    try (InputStream in = PageTemplate.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the report's " + name + " is missing from its jar");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      if (text.contains("</script") || text.contains("<!--") || text.contains("</style")) {
        throw new IllegalStateException(name + " cannot be inlined");
      }
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Leaves the elements as the templates have them.
  private static final class Untouched implements HtmlInterceptor {
    @Override
    public void onHtmlTagOpened(
        String name, Map<String, Object> attributes, TemplateOutput output) {}

    @Override
    public void onHtmlTagClosed(String name, TemplateOutput output) {}
  }
}
