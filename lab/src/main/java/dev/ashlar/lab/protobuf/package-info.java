/// The experiment `protobuf`: messages of records, compared with generated classes and other
/// mappers.
@NullMarked
package dev.ashlar.lab.protobuf;

import org.jspecify.annotations.NullMarked;
