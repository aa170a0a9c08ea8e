/// Tables for other engines: Arrow's C interfaces, and DuckDB.
module dev.ashlar.arrow {
  requires dev.ashlar.memory;
  requires dev.ashlar.text;
  requires transitive dev.ashlar.table;
  requires static transitive org.jspecify;

  exports dev.ashlar.arrow;
}
