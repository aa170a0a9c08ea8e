/// Records as messages: their fields, the values of these, and the same as a `.proto` file.
@NullMarked
package dev.ashlar.wire.internal.schema;

import org.jspecify.annotations.NullMarked;
