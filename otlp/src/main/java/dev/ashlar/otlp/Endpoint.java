// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/// Addresses of receivers.
final class Endpoints {
  private static final int MAX_PORT = 65535;

  private Endpoints() {}

  /// @throws IllegalArgumentException if it is no URL of HTTP or HTTPS, without query and fragment
  static URI parse(String text) {
    URI uri;
    try {
      uri = new URI(text.strip());
    } catch (URISyntaxException malformed) {
      throw new IllegalArgumentException(
          "The endpoint '%s' is no URL: %s".formatted(text, malformed.getReason()), malformed);
    }
    String scheme = uri.getScheme();
    if (scheme == null
        || !(scheme.toLowerCase(Locale.ROOT).equals("http")
            || scheme.toLowerCase(Locale.ROOT).equals("https"))) {
      throw new IllegalArgumentException(
          "The endpoint '%s' has to begin with http:// or https://".formatted(text));
    }
    if (uri.getHost() == null) {
      throw new IllegalArgumentException("The endpoint '%s' names no host".formatted(text));
    }
    int port = uri.getPort();
    if (port == 0 || port > MAX_PORT) {
      throw new IllegalArgumentException(
          "The endpoint '%s' has the port %d: give one from 1 to %d"
              .formatted(text, port, MAX_PORT));
    }
    if (uri.getQuery() != null || uri.getFragment() != null) {
      throw new IllegalArgumentException(
          "The endpoint '%s' has a query or a fragment: leave it out".formatted(text));
    }
    return uri.getRawPath().isEmpty() ? uri.resolve("/") : uri;
  }

  /// {@return the endpoint of a signal, below one that is for all of them}
  static String below(String base, String path) {
    String stripped = base.strip();
    return stripped.endsWith("/") ? stripped + path : stripped + "/" + path;
  }
}
