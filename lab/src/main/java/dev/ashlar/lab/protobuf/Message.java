// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.protobuf;

/// The kinds of messages that are written and read.
enum Message {
  FLAT("a message of twelve fields"),
  TREE("a tree of 40 messages, each with a number and a short text"),
  NUMBERS("200 packed values each of int32, double and sint64, of every magnitude"),
  TEXTS("20 lines, some of them not all ASCII, and a map of five labels");

  final String description;

  Message(String description) {
    this.description = description;
  }
}
