/// The experiment `protobuf`: messages from records, against generated classes and other mappers.
@NullMarked
package dev.ashlar.lab.protobuf;

import org.jspecify.annotations.NullMarked;
