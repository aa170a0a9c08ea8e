// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.junit.workload;

/// A hot method of more bytecode than HotSpot inlines.
public final class Bulky implements Runnable {
  static int result;

  @Override
  public void run() {
    result = rounds(1_000);
  }

  static int rounds(int count) {
    int mixed = 0;
    for (int i = 0; i < count; i++) {
      mixed = mix(mixed + i);
    }
    return mixed;
  }

  static int mix(int start) {
    int x = start;
    x = x * 31 + (x >>> 1) ^ 200;
    x = x * 31 + (x >>> 2) ^ 201;
    x = x * 31 + (x >>> 3) ^ 202;
    x = x * 31 + (x >>> 4) ^ 203;
    x = x * 31 + (x >>> 5) ^ 204;
    x = x * 31 + (x >>> 6) ^ 205;
    x = x * 31 + (x >>> 7) ^ 206;
    x = x * 31 + (x >>> 8) ^ 207;
    x = x * 31 + (x >>> 9) ^ 208;
    x = x * 31 + (x >>> 10) ^ 209;
    x = x * 31 + (x >>> 11) ^ 210;
    x = x * 31 + (x >>> 12) ^ 211;
    x = x * 31 + (x >>> 13) ^ 212;
    x = x * 31 + (x >>> 1) ^ 213;
    x = x * 31 + (x >>> 2) ^ 214;
    x = x * 31 + (x >>> 3) ^ 215;
    x = x * 31 + (x >>> 4) ^ 216;
    x = x * 31 + (x >>> 5) ^ 217;
    x = x * 31 + (x >>> 6) ^ 218;
    x = x * 31 + (x >>> 7) ^ 219;
    x = x * 31 + (x >>> 8) ^ 220;
    x = x * 31 + (x >>> 9) ^ 221;
    x = x * 31 + (x >>> 10) ^ 222;
    x = x * 31 + (x >>> 11) ^ 223;
    x = x * 31 + (x >>> 12) ^ 224;
    x = x * 31 + (x >>> 13) ^ 225;
    x = x * 31 + (x >>> 1) ^ 226;
    x = x * 31 + (x >>> 2) ^ 227;
    x = x * 31 + (x >>> 3) ^ 228;
    x = x * 31 + (x >>> 4) ^ 229;
    x = x * 31 + (x >>> 5) ^ 230;
    x = x * 31 + (x >>> 6) ^ 231;
    x = x * 31 + (x >>> 7) ^ 232;
    x = x * 31 + (x >>> 8) ^ 233;
    x = x * 31 + (x >>> 9) ^ 234;
    x = x * 31 + (x >>> 10) ^ 235;
    x = x * 31 + (x >>> 11) ^ 236;
    x = x * 31 + (x >>> 12) ^ 237;
    x = x * 31 + (x >>> 13) ^ 238;
    x = x * 31 + (x >>> 1) ^ 239;
    return x;
  }
}
