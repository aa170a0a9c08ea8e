/// Converts Strings to UTF-8 and back, without garbage and without Unsafe.
module dev.ashlar.text {
  requires transitive dev.ashlar.memory;
  requires static transitive org.jspecify;

  exports dev.ashlar.text;
}
