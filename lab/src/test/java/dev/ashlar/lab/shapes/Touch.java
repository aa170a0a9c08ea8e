// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

/// One access of a shape's body.
///
/// @param place the index of the field, or the byte offset in the message
record Touch(int place, ValueType type, Op op) {
  enum Op {
    READ,
    WRITE,
    /// Reads the value, and writes a changed value.
    CHANGE
  }

  /// {@return the statement of this access; [Op#READ] adds the value to `sum`}
  ///
  /// @param at the variable with the number of the row or the offset of the message
  String statement(Reach reach, String at) {
    String access =
        switch (op) {
          case READ -> "sum += %s;".formatted(type.folded(reach.read(this)));
          case WRITE -> reach.write(this, type.made(at + " + " + (place + 1)));
          case CHANGE -> reach.write(this, type.changed(reach.read(this)));
        };
    return access + reach.after(this);
  }
}
