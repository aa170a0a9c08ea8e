/// Code that several modules of Ashlar share. It is exported to them only.
@NullMarked
package dev.ashlar.memory.internal;

import org.jspecify.annotations.NullMarked;
