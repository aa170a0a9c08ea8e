/// The experiment `protobuf`: records that are written and read as messages, compared with
/// generated classes and other mappers.
@NullMarked
package dev.ashlar.lab.protobuf;

import org.jspecify.annotations.NullMarked;
