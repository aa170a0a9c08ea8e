/// Pages, text and JSON of measurements and findings.
// jte names its module in the manifest only; the name is stable.
@SuppressWarnings("requires-automatic")
module dev.ashlar.report {
  requires static transitive org.jspecify;
  requires transitive dev.ashlar.jit;
  requires transitive dev.ashlar.results;
  requires transitive dev.ashlar.unsafe;
  requires tools.jackson.databind;
  requires gg.jte.runtime;
  requires java.xml;

  exports dev.ashlar.report.asm;
  exports dev.ashlar.report.ci;
  exports dev.ashlar.report.jit;
  exports dev.ashlar.report.lab;
  exports dev.ashlar.report.text;
  exports dev.ashlar.report.unsafe;

  // Jackson writes the charts' data, whose records are nobody else's business.
  opens dev.ashlar.report.jit to
      tools.jackson.databind;
  opens dev.ashlar.report.lab to
      tools.jackson.databind;
  opens dev.ashlar.report.page to
      tools.jackson.databind;
}
