/// How printed machine code is read, decoded and recognized.
@NullMarked
package dev.ashlar.jit.internal.machine;

import org.jspecify.annotations.NullMarked;
