/// Result pages and result files.
// jte names its module in the manifest only; the name is stable.
@SuppressWarnings("requires-automatic")
module dev.ashlar.report {
  requires static transitive org.jspecify;
  requires tools.jackson.databind;
  requires gg.jte.runtime;

  exports dev.ashlar.report;
}
