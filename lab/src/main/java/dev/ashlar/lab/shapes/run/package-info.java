// SPDX-License-Identifier: Apache-2.0
/// Generates programs, times them in separate JVMs, and ranks those in which Ashlar is slow.
@NullMarked
package dev.ashlar.lab.shapes.run;

import org.jspecify.annotations.NullMarked;
