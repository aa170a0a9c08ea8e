/// A file of trades that one process appends to, while another asks it with SQL and then moves it
/// to Parquet.
///
/// ```sh
/// ./mvnw -q package -DskipTests -pl examples/trades -am
/// java --enable-native-access=ALL-UNNAMED \
///   -cp 'examples/trades/target/*:examples/trades/target/lib/*' dev.ashlar.examples.trades.Desk
/// ```
@NullMarked
package dev.ashlar.examples.trades;

import org.jspecify.annotations.NullMarked;
