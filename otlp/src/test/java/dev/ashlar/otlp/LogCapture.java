// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// What a class logs, from level INFO on, in place of the console.
public final class LogCapture extends Handler implements AutoCloseable {
  private final Logger logger;
  private final List<LogRecord> records = new CopyOnWriteArrayList<>();

  public LogCapture(Class<?> type) {
    logger = Logger.getLogger(type.getName());
    logger.setUseParentHandlers(false);
    logger.addHandler(this);
  }

  public List<String> warnings() {
    return records.stream()
        .filter(record -> record.getLevel().equals(Level.WARNING))
        .map(LogRecord::getMessage)
        .toList();
  }

  public List<String> messages() {
    return records.stream().map(LogRecord::getMessage).toList();
  }

  @Override
  public void publish(LogRecord record) {
    records.add(record);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(true);
  }
}
