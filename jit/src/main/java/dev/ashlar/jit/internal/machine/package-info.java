/// How printed machine code is read, decoded and recognised.
@NullMarked
package dev.ashlar.jit.internal.machine;

import org.jspecify.annotations.NullMarked;
