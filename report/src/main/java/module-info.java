/// Result pages and result files.
module dev.ashlar.report {
  requires static transitive org.jspecify;
  requires tools.jackson.databind;
  requires gg.jte.runtime;

  exports dev.ashlar.report;
}
