// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.read;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/// The plan of a query, which all its tasks share.
///
/// @param required the columns that are read
/// @param filter null if all blocks are read
/// @param fields the fields of the files at the time of planning, in the text form of their schema
/// @param configuration the configuration of Hadoop's file systems
record ReadPlan(
    StructType required,
    @Nullable BlockFilter filter,
    List<String> fields,
    SerializableConfiguration configuration)
    implements Serializable {}
