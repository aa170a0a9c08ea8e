// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The address of a receiver.
///
/// @param uri the URI as given; [#toString] omits user, password and query, which may be secrets
/// @param port the port, or -1 for the default port of the scheme
public record Endpoint(URI uri, String host, int port) {
  private static final int MAX_PORT = 65535;

  /// Wider than that of [URI], whose host is null for a name with an underscore.
  private static final Pattern AUTHORITY =
      Pattern.compile("(?:.*@)?(\\[.*]|[\\w.-]+)(?::(\\d{0,9}))?");

  /// Parses a URL.
  ///
  /// @throws IllegalArgumentException if it is no URL of HTTP or HTTPS
  public static Endpoint of(String text) {
    URI uri;
    try {
      uri = new URI(text.strip());
    } catch (URISyntaxException malformed) {
      // Not as the cause: its message has the whole text.
      throw refused(text, "is no URL: " + malformed.getReason());
    }
    String scheme = Objects.requireNonNullElse(uri.getScheme(), "");
    if (!scheme.equalsIgnoreCase("http") && !scheme.equalsIgnoreCase("https")) {
      throw refused(text, "has to begin with http:// or https://");
    }
    Matcher authority = AUTHORITY.matcher(Objects.requireNonNullElse(uri.getRawAuthority(), ""));
    if (!authority.matches()) {
      throw refused(text, "names no host, or no port behind its colon");
    }
    String digits = Objects.requireNonNullElse(authority.group(2), "");
    int port = digits.isEmpty() ? -1 : Integer.parseInt(digits);
    if (port == 0 || port > MAX_PORT) {
      throw refused(text, "has the port %d: give one from 1 to %d".formatted(port, MAX_PORT));
    }
    return new Endpoint(uri, authority.group(1), port);
  }

  private static IllegalArgumentException refused(String text, String why) {
    String printable = text.replaceFirst("(?s)^(\\w*://)?.*@", "$1").replaceFirst("(?s)[?#].*", "");
    return new IllegalArgumentException("The endpoint '%s' %s".formatted(printable, why));
  }

  /// {@return the endpoint of a signal: the path of the signal below the common endpoint `base`}
  public static String below(String base, String path) {
    String stripped = base.strip();
    return stripped.endsWith("/") ? stripped + path : stripped + "/" + path;
  }

  /// {@return where a redirect leads, or null if it is not followed: to no URL of HTTP, out of TLS,
  /// or to a host with which the JDK's client cannot use TLS}
  @Nullable Endpoint redirected(String location) {
    try {
      // As RFC 3986 resolves them: the class URI takes a base without a path, and a location of a
      // query only, for others.
      URI base = uri.getRawPath().isEmpty() ? uri.resolve("/") : uri;
      String reference = location.startsWith("?") ? base.getRawPath() + location : location;
      Endpoint target = of(base.resolve(reference).toString());
      boolean followed = target.isTls() ? !target.isRefusedByJdk() : !isTls();
      return followed ? target : null;
    } catch (IllegalArgumentException noUrl) {
      return null;
    }
  }

  boolean isSameServer(Endpoint other) {
    return isTls() == other.isTls()
        && host.equalsIgnoreCase(other.host)
        && effectivePort() == other.effectivePort();
  }

  private int effectivePort() {
    return port >= 0 ? port : isTls() ? 443 : 80;
  }

  boolean isTls() {
    return uri.getScheme().equalsIgnoreCase("https");
  }

  /// {@return whether the JDK's client refuses the host}
  boolean isRefusedByJdk() {
    return uri.getHost() == null;
  }

  /// {@return a URI that the JDK's client can connect to} If the client refuses the host name, its
  /// address replaces it.
  URI reachable() throws UnknownHostException {
    if (!isRefusedByJdk()) {
      return uri;
    }
    InetAddress address = InetAddress.getByName(host);
    String literal = address.getHostAddress();
    return URI.create(
        text(address instanceof Inet6Address ? "[" + literal + "]" : literal)
            + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery()));
  }

  private String text(String host) {
    return uri.getScheme() + "://" + host + (port < 0 ? "" : ":" + port) + uri.getRawPath();
  }

  @Override
  public String toString() {
    return text(host);
  }
}
