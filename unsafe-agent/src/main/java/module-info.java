/// Replaces `sun.misc.Unsafe` in classes that are not recompiled.
module dev.ashlar.unsafe.agent {
  requires transitive java.instrument;
  requires static dev.ashlar.unsafe;
  requires static jdk.jfr;
  requires static transitive org.jspecify;

  exports dev.ashlar.unsafe.agent;
  exports dev.ashlar.unsafe.agent.patch;
}
