// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.SupportsCatalogOptions;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/// Files of tables as a data source of Spark. Its name is `ashlar`.
///
/// Spark finds this class by that name. A path is a file, or a folder with all files in it and in
/// its subfolders. Spark supports all four save modes only for a source with a
/// [catalog][AshlarCatalog]. So this source names a catalog, and adds it to the session.
public final class AshlarDataSource implements SupportsCatalogOptions, DataSourceRegister {
  private static final String NAME = "ashlar";

  /// Called by Spark.
  public AshlarDataSource() {}

  @Override
  public String shortName() {
    return NAME;
  }

  @Override
  public String extractCatalog(CaseInsensitiveStringMap options) {
    String setting = "spark.sql.catalog." + NAME;
    SparkSession session = SparkSession.active();
    if (session.conf().getOption(setting).isEmpty()) {
      session.conf().set(setting, AshlarCatalog.class.getName());
    }
    return NAME;
  }

  @Override
  public Identifier extractIdentifier(CaseInsensitiveStringMap options) {
    List<String> paths = new ArrayList<>();
    String several = options.get("paths");
    try {
      if (several != null) {
        paths.addAll(List.of(new ObjectMapper().readValue(several, String[].class)));
      }
    } catch (JsonProcessingException noList) {
      throw new IllegalArgumentException(
          "The option paths is no JSON array of texts: " + several, noList);
    }
    if (options.get("path") != null) {
      paths.add(options.get("path"));
    }
    return AshlarCatalog.identifier(paths);
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return table(options).schema();
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return table(new CaseInsensitiveStringMap(properties));
  }

  private AshlarTable table(CaseInsensitiveStringMap options) {
    return AshlarTable.load(extractIdentifier(options));
  }
}
