/// Reads HotSpot's compilation log and explains its decisions.
// The module of the qualified exports is built after this one.
@SuppressWarnings("module")
module dev.ashlar.jit {
  requires static jdk.jfr;
  requires static transitive org.jspecify;

  exports dev.ashlar.jit;
  exports dev.ashlar.jit.asm;
  exports dev.ashlar.jit.compilation;
  exports dev.ashlar.jit.machine;
  exports dev.ashlar.jit.rules;
  exports dev.ashlar.jit.internal.classfile to
      dev.ashlar.unsafe;
  exports dev.ashlar.jit.internal.jfr to
      dev.ashlar.unsafe;
}
