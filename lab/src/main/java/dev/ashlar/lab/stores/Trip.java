// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.stores;

import dev.ashlar.table.annotation.DictionaryEncoded;

/// A taxi trip. Times are in seconds since 1970, amounts in cents. Both `id` and `code` are unique.
record Trip(
    long id,
    String code,
    long pickup,
    long dropoff,
    int vendor,
    int passengers,
    double distance,
    int rate,
    @DictionaryEncoded String pickupZone,
    @DictionaryEncoded String dropoffZone,
    @DictionaryEncoded String payment,
    long fare,
    long extra,
    long tax,
    long tip,
    long tolls,
    long total) {}
