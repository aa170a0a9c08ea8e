// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import com.code_intelligence.jazzer.junit.FuzzTest;

/// Any bytes, read field by field and as a record; protobuf-java is the judge.
class ProtoFuzzer {
  @FuzzTest(maxDuration = "3s")
  void read(byte[] input) {
    ProtoReaderDifferentialTest.assertReadAlike(input);
    ProtoTypeDifferentialTest.assertParsedAlike(input);
  }
}
