/// The encoding of protobuf: tags, varints and words.
@NullMarked
package dev.ashlar.wire.internal.encoding;

import org.jspecify.annotations.NullMarked;
