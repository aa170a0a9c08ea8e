// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// The trusted certificates and the client certificate of connections.
public record Tls(SSLContext context, X509TrustManager trustManager) {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN ([A-Z ]*)PRIVATE KEY-----([^-]*)-----END");
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");
  private static final char[] NO_PASSWORD = {};

  /// Creates one from PEM files.
  ///
  /// @param trusted certificates of servers or of their issuers; null for those of the JDK
  /// @param clientKey a private key in PKCS #8; null if the client has none
  /// @param clientChain the certificate of the key, and those up to a trusted one
  /// @throws IllegalArgumentException if a certificate or key cannot be read
  public static Tls of(
      byte @Nullable [] trusted, byte @Nullable [] clientKey, byte @Nullable [] clientChain) {
    if ((clientKey == null) != (clientChain == null)) {
      throw new IllegalArgumentException(
          "A client key needs a client certificate and the reverse: set both or none");
    }
    try {
      TrustManager[] trust = trustManagers(trusted);
      KeyManager @Nullable [] keys =
          clientKey == null || clientChain == null ? null : keyManagers(clientKey, clientChain);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys, trust, null);
      for (TrustManager each : trust) {
        if (each instanceof X509TrustManager manager) {
          return new Tls(context, manager);
        }
      }
      throw new IllegalArgumentException("The JDK has no trust manager for X.509 certificates");
    } catch (GeneralSecurityException | IOException failed) {
      throw new IllegalArgumentException("These certificates cannot be used: " + failed, failed);
    }
  }

  private static TrustManager[] trustManagers(byte @Nullable [] trusted)
      throws GeneralSecurityException, IOException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    KeyStore store = null;
    if (trusted != null) {
      store = emptyStore();
      int number = 0;
      for (Certificate certificate : certificates(trusted)) {
        store.setCertificateEntry("trusted" + number++, certificate);
      }
    }
    factory.init(store);
    return factory.getTrustManagers();
  }

  private static KeyManager[] keyManagers(byte[] key, byte[] chain)
      throws GeneralSecurityException, IOException {
    KeyStore store = emptyStore();
    store.setKeyEntry(
        "client", privateKey(key), NO_PASSWORD, certificates(chain).toArray(Certificate[]::new));
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    return store;
  }

  private static Collection<? extends Certificate> certificates(byte[] pem)
      throws GeneralSecurityException {
    Collection<? extends Certificate> all =
        CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem));
    if (all.isEmpty()) {
      throw new IllegalArgumentException(
          "There is no certificate in the file: it has to be PEM, from -----BEGIN"
              + " CERTIFICATE-----");
    }
    return all;
  }

  private static PrivateKey privateKey(byte[] pem) throws GeneralSecurityException {
    Matcher found = KEY.matcher(new String(pem, StandardCharsets.ISO_8859_1));
    if (!found.find() || !found.group(1).isEmpty()) {
      throw new IllegalArgumentException(
          "There is no -----BEGIN PRIVATE KEY----- in the file of the client key: convert it with"
              + " openssl pkcs8 -topk8 -nocrypt");
    }
    PKCS8EncodedKeySpec spec =
        new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(found.group(2)));
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(spec);
      } catch (InvalidKeySpecException ofAnother) {
        // The next is tried.
      }
    }
    throw new IllegalArgumentException("The client key is none of " + ALGORITHMS);
  }
}
