/// Protobuf messages as plain records, without garbage and without Unsafe.
module dev.ashlar.wire {
  requires transitive dev.ashlar.memory;
  requires transitive dev.ashlar.text;
  requires static transitive org.jspecify;

  exports dev.ashlar.wire;
}
