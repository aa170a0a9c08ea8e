// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.util.stream.Stream;

/// Resolves `otel_collector` to this machine, as the network of a container would.
public final class UnderscoreResolver extends InetAddressResolverProvider {
  static final String HOST = "otel_collector";

  @Override
  public InetAddressResolver get(Configuration configuration) {
    InetAddressResolver builtin = configuration.builtinResolver();
    return new InetAddressResolver() {
      @Override
      public Stream<InetAddress> lookupByName(String host, LookupPolicy policy)
          throws UnknownHostException {
        if (!host.equals(HOST)) {
          return builtin.lookupByName(host, policy);
        }
        byte[] address = InetAddress.getLoopbackAddress().getAddress();
        return Stream.of(InetAddress.getByAddress(host, address));
      }

      @Override
      public String lookupByAddress(byte[] address) throws UnknownHostException {
        return builtin.lookupByAddress(address);
      }
    };
  }

  @Override
  public String name() {
    return HOST;
  }
}
