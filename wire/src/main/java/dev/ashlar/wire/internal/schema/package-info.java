/// Schemas of messages: the fields of a record, the types of their values, and the `.proto` file
/// with them.
@NullMarked
package dev.ashlar.wire.internal.schema;

import org.jspecify.annotations.NullMarked;
