/// Tables for other engines: Arrow's C interfaces, and DuckDB.
module dev.ashlar.arrow {
  requires transitive dev.ashlar.table;
  requires static transitive org.jspecify;

  exports dev.ashlar.arrow;
}
