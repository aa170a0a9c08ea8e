/// Reads the class files in jars, jars in jars, and folders, within limits. This package knows
/// nothing else of this module.
@NullMarked
package dev.ashlar.unsafe.internal.archive;

import org.jspecify.annotations.NullMarked;
