// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import org.jspecify.annotations.Nullable;

/// The options with which a file is opened.
///
/// @param owner the only thread that may use the table; null if any may
/// @param verify whether all committed rows are compared with their checksums first
/// @param allowOlderCommit whether an older commit may be used if the newest one is damaged
public record FileOptions(@Nullable Thread owner, boolean verify, boolean allowOlderCommit) {}
