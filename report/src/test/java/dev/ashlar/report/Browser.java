// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The Chromium that is installed, without a window.
final class Browser implements AutoCloseable {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

  private final ChromeDriver driver;

  private Browser(Path chromium, Path chromedriver) {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.toFile());
    options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage");
    options.setCapability(
        "goog:loggingPrefs", Map.of(LogType.BROWSER, "ALL", LogType.PERFORMANCE, "ALL"));
    driver =
        new ChromeDriver(
            new ChromeDriverService.Builder()
                .usingDriverExecutable(chromedriver.toFile())
                .usingAnyFreePort()
                .build(),
            options);
  }

  /// {@return a new browser; without Chromium the test is skipped, or fails under
  /// `-Dashlar.browser=required`}
  static Browser start() {
    Optional<Path> chromium =
        Stream.of("chromium", "chromium-browser", "google-chrome")
            .flatMap(name -> onPath(name).stream())
            .findFirst();
    Optional<Path> driver = onPath("chromedriver");
    if (chromium.isEmpty() || driver.isEmpty()) {
      String missing =
          "no chromium or no chromedriver on the PATH; apt-get install chromium chromium-driver";
      Assumptions.assumeTrue(System.getProperty("ashlar.browser", "").equals("required"), missing);
      Assertions.fail(missing);
    }
    return new Browser(chromium.orElseThrow(), driver.orElseThrow());
  }

  private static Optional<Path> onPath(String name) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /// Opens a page in a window of `width` pixels.
  void open(Path page, int width, boolean dark) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(
                Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"),
                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
    // Without a different page between them, a new fragment alone would not load it again.
    driver.get("about:blank");
    log(LogType.BROWSER);
    log(LogType.PERFORMANCE);
    driver.get(page.toUri().toString());
  }

  /// {@return what the console has since the page was opened}
  List<String> console() {
    return log(LogType.BROWSER).map(LogEntry::toString).toList();
  }

  /// {@return what was requested since the page was opened, but for the page itself}
  List<String> requests(Path page) {
    return log(LogType.PERFORMANCE)
        .map(entry -> new JsonMapper().readTree(entry.getMessage()).path("message"))
        .filter(event -> event.path("method").stringValue("").equals("Network.requestWillBeSent"))
        .map(event -> event.at("/params/request/url"))
        .map(JsonNode::stringValue)
        .filter(url -> !url.equals(page.toUri().toString()))
        .toList();
  }

  private Stream<LogEntry> log(String type) {
    return StreamSupport.stream(driver.manage().logs().get(type).spliterator(), false);
  }

  /// {@return the value of a script that is the body of a function}
  Object run(String script) {
    Object value = driver.executeScript(script);
    return value == null ? "" : value;
  }

  WebElement find(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  List<WebElement> findAll(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  /// Waits until a script is true.
  ///
  /// @param condition an expression
  void await(String condition) throws InterruptedException {
    long begun = System.nanoTime();
    while (!Boolean.TRUE.equals(run("return " + condition))) {
      assertThat(Duration.ofNanos(System.nanoTime() - begun))
          .as(condition)
          .isLessThan(LONGEST_WAIT);
      Thread.sleep(20);
    }
  }

  @Override
  public void close() {
    driver.quit();
  }
}
