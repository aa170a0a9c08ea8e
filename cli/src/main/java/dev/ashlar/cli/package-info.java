/// The front door: `ashlar lab`.
@NullMarked
package dev.ashlar.cli;

import org.jspecify.annotations.NullMarked;
