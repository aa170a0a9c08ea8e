/// Protobuf without generated sources, without garbage, without Unsafe and without JVM flags.
@NullMarked
package dev.ashlar.wire;

import org.jspecify.annotations.NullMarked;
