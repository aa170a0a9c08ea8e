// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.read;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/// The plan that all tasks of a query share.
///
/// @param required the columns that are read
/// @param filter null if all blocks are read
/// @param fields of the files when the query was planned, as their schema's text has them
/// @param configuration of Hadoop's file systems
record ReadPlan(
    StructType required,
    @Nullable BlockFilter filter,
    List<String> fields,
    SerializableConfiguration configuration)
    implements Serializable {}
