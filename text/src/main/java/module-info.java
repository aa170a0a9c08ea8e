/// Strings to UTF-8 and back, without garbage and without Unsafe.
module dev.ashlar.text {
  requires static transitive org.jspecify;

  exports dev.ashlar.text;
}
