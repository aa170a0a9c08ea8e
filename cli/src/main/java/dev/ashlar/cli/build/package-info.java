// SPDX-License-Identifier: Apache-2.0
/// Uses Maven and Gradle to resolve class paths, and to download what Ashlar does not contain.
@NullMarked
package dev.ashlar.cli.build;

import org.jspecify.annotations.NullMarked;
