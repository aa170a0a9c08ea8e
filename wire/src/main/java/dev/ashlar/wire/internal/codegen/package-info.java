/// Generates the class that writes and reads the messages of a type.
@NullMarked
package dev.ashlar.wire.internal.codegen;

import org.jspecify.annotations.NullMarked;
