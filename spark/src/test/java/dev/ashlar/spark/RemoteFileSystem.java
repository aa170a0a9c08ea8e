// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import java.net.URI;
import org.apache.hadoop.fs.RawLocalFileSystem;

/// Local files under another scheme: nothing can map them by their address.
public final class RemoteFileSystem extends RawLocalFileSystem {
  @Override
  public URI getUri() {
    return URI.create("remote:///");
  }

  @Override
  public String getScheme() {
    return "remote";
  }
}
