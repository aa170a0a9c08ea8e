// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;

/// Allocates, writes and frees memory for each message of a case, with one contender.
final class NativeWorkload implements Workload {
  private final Message[] messages;
  private final NativeMemory memory;

  NativeWorkload(Message[] messages, NativeMemory memory) {
    this.messages = messages;
    this.memory = memory;
  }

  /// Writes all messages once, and then verifies the memory of each message before it is freed.
  @Override
  public void verify() {
    if (run() == 0) {
      throw new WrongResultException("no memory has an address");
    }
    for (int i = 0; i < messages.length; i++) {
      if (!messages[i].isIn(memory.content(messages[i]), memory.zeroes())) {
        throw new WrongResultException("not the bytes of message %d".formatted(i));
      }
    }
  }

  @Override
  public long run() {
    long total = 0;
    for (Message message : messages) {
      total += memory.use(message);
    }
    return total;
  }
}
