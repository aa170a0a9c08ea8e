// SPDX-License-Identifier: Apache-2.0
/// Maven and Gradle, which resolve class paths and fetch what Ashlar does not contain.
@NullMarked
package dev.ashlar.cli.build;

import org.jspecify.annotations.NullMarked;
