// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

/// The record of this experiment, which has 42 bytes when packed.
public record Trade(
    long tradeId,
    long clientId,
    int venueCode,
    int instrumentCode,
    long price,
    long quantity,
    char side) {}
