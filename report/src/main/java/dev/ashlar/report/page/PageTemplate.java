// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.page;

import dev.ashlar.report.text.VisibleText;
import gg.jte.TemplateOutput;
import gg.jte.html.HtmlInterceptor;
import gg.jte.html.HtmlTemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Renders views as HTML.
public final class PageTemplate {

  private static final HtmlInterceptor UNTOUCHED = new Untouched();

  private PageTemplate() {}

  /// Returns the page of a lab run, escaped where necessary.
  public static String render(Page page) {
    return html(out -> JtelabGenerated.render(out, UNTOUCHED, page));
  }

  /// Returns the page of some compilation logs, escaped where necessary.
  public static String render(JitView page) {
    return html(out -> JtejitGenerated.render(out, UNTOUCHED, page));
  }

  /// Returns the page that compares two compilation logs, escaped where necessary.
  public static String render(JitDiffView page) {
    return html(out -> JtejitDiffGenerated.render(out, UNTOUCHED, page));
  }

  /// Returns the page of checked rules, escaped where necessary.
  public static String render(JitCheckView page) {
    return html(out -> JtejitCheckGenerated.render(out, UNTOUCHED, page));
  }

  /// Returns the page of uses of Unsafe, escaped where necessary.
  public static String render(UnsafeView page) {
    return html(out -> JteunsafeGenerated.render(out, UNTOUCHED, page));
  }

  private static String html(Consumer<HtmlTemplateOutput> template) {
    StringOutput out = new StringOutput(1 << 21);
    template.accept(new VisibleOutput(out));
    return out.toString();
  }

  /// Returns the style of the pages about calls.
  public static String callStyle() {
    return asset("page.css") + asset("calls.css") + asset("jit.css") + asset("flame.css");
  }

  /// Returns a style sheet or script of the page.
  ///
  /// @throws IllegalStateException if it is missing, or if a text in it could end its element; both
  ///   are faults of the build
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

  /// Also escapes what a browser would hide or reorder.
  private static final class VisibleOutput extends OwaspHtmlTemplateOutput {
    VisibleOutput(TemplateOutput out) {
      super(out);
    }

    @Override
    public void writeUserContent(@Nullable String text) {
      super.writeUserContent(text == null ? null : VisibleText.ofLines(text));
    }
  }

  /// Leaves the elements of the templates unchanged.
  private static final class Untouched implements HtmlInterceptor {
    @Override
    public void onHtmlTagOpened(
        String name, Map<String, Object> attributes, TemplateOutput output) {}

    @Override
    public void onHtmlTagClosed(String name, TemplateOutput output) {}
  }
}
