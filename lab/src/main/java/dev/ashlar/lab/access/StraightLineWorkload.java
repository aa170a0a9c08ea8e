// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import dev.ashlar.lab.access.StraightLine.Operation;
import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import java.util.List;

/// Runs one straight-line method over many messages. Each message has its own memory.
final class StraightLineWorkload implements Workload {
  static final int COUNT = 256;

  private static final long MIXER = 0x9E37_79B9_7F4A_7C15L;

  private final StraightLine code;
  private final Memory[] messages;
  private final Operation operation;
  private final int sites;
  private long proofs;

  /// @param messages [#COUNT] messages, each with room for all sites
  StraightLineWorkload(StraightLine code, List<Memory> messages, Operation operation, int sites) {
    this.code = code;
    this.messages = messages.toArray(Memory[]::new);
    this.operation = operation;
    this.sites = sites;
  }

  @Override
  public void verify() {
    Proof.repeat(() -> {
      for (Memory message : messages) {
        if (operation == Operation.GET) {
          verifyGet(message);
        } else {
          verifyPut(message);
        }
      }
    });
  }

  private void verifyGet(Memory message) {
    long first = ++proofs;
    long expected = 0;
    for (int site = 0; site < sites; site++) {
      long value = (first + site) * MIXER;
      message.putLong((long) site * Long.BYTES, value);
      expected += value;
    }
    long sum = code.run(message.holder(), message.base(), 0);
    Proof.requireEqual(sum, expected, "the sum");
  }

  private void verifyPut(Memory message) {
    long first = ++proofs * MIXER;
    long returned = code.run(message.holder(), message.base(), first);
    for (int site = 0; site < sites; site++) {
      Proof.requireEqual(message.getLong((long) site * Long.BYTES), first + site, "a site");
    }
    Proof.requireEqual(returned, first, "the value returned");
  }

  @Override
  public long run() {
    long all = 0;
    for (Memory message : messages) {
      all += code.run(message.holder(), message.base(), all);
    }
    return all;
  }
}
