/// The results of a run of the lab, and their file.
module dev.ashlar.results {
  requires static transitive org.jspecify;
  requires tools.jackson.databind;

  exports dev.ashlar.results;

  // Jackson writes and reads the records.
  opens dev.ashlar.results to
      tools.jackson.databind;
}
