/// Tables of records that are packed flat, by rows or by columns.
module dev.ashlar.table {
  requires dev.ashlar.memory;
  requires dev.ashlar.text;
  requires static transitive org.jspecify;

  exports dev.ashlar.table;
  exports dev.ashlar.table.annotation;
}
