// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.scan;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Makes jars.
final class Jar {
  private static final class Entry {
    final String name;
    final byte[] bytes;
    final boolean stored;

    Entry(String name, byte[] bytes, boolean stored) {
      this.name = name;
      this.bytes = bytes;
      this.stored = stored;
    }
  }

  private final List<Entry> entries = new ArrayList<>();

  Jar add(String name, byte[] bytes) {
    entries.add(new Entry(name, bytes, false));
    return this;
  }

  Jar add(String name, String text) {
    return add(name, text.getBytes(UTF_8));
  }

  Jar stored(String name, byte[] bytes) {
    entries.add(new Entry(name, bytes, true));
    return this;
  }

  Jar manifest(String... lines) {
    return add("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n" + String.join("\n", lines) + "\n");
  }

  byte[] bytes() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Entry entry : entries) {
        ZipEntry header = new ZipEntry(entry.name);
        if (entry.stored) {
          CRC32 crc = new CRC32();
          crc.update(entry.bytes);
          header.setMethod(ZipEntry.STORED);
          header.setSize(entry.bytes.length);
          header.setCrc(crc.getValue());
        }
        zip.putNextEntry(header);
        zip.write(entry.bytes);
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  Path write(Path file) throws IOException {
    return Files.write(file, bytes());
  }
}
