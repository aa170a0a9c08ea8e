// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.read;

import dev.ashlar.spark.internal.file.SparkTypes;
import dev.ashlar.spark.internal.file.TableField;
import dev.ashlar.spark.internal.read.BlockFilter.All;
import dev.ashlar.spark.internal.read.BlockFilter.Any;
import dev.ashlar.spark.internal.read.BlockFilter.InRange;
import dev.ashlar.spark.internal.read.BlockFilter.IsPresent;
import dev.ashlar.spark.internal.read.BlockFilter.TextBegins;
import dev.ashlar.spark.internal.read.BlockFilter.TextInRange;
import dev.ashlar.spark.internal.read.OrderedColumn.Form;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;

/// Translates Spark's predicates to filters of blocks: comparisons of a column with a constant,
/// tests for null, and combinations of them.
final class FilterTranslator {
  private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

  /// The comparison that is the same with its sides exchanged.
  private static final Map<String, String> EXCHANGED =
      Map.of("=", "=", "<=>", "<=>", "<", ">", ">", "<", "<=", ">=", ">=", "<=");

  private final List<TableField> fields;

  FilterTranslator(List<TableField> fields) {
    this.fields = fields;
  }

  /// Returns the filter; empty if blocks cannot be told apart by this predicate.
  Optional<BlockFilter> translate(Expression expression) {
    if (!(expression instanceof Predicate predicate)) {
      return Optional.empty();
    }
    Expression[] children = predicate.children();
    return switch (predicate.name()) {
      case "AND" -> {
        List<BlockFilter> both =
            Arrays.stream(children).flatMap(c -> translate(c).stream()).toList();
        yield both.isEmpty() ? Optional.empty() : Optional.of(new All(both));
      }
      case "OR" -> any(Arrays.stream(children).map(this::translate).toList());
      case "IS_NULL" -> isPresent(children[0], false);
      case "IS_NOT_NULL" -> isPresent(children[0], true);
      case "IN" ->
          any(
              Arrays.stream(children)
                  .skip(1)
                  .map(value -> comparison("=", children[0], value))
                  .toList());
      case "STARTS_WITH" -> comparison(predicate.name(), children[0], children[1]);
      case "=", "<=>", "<", "<=", ">", ">=" ->
          children[0] instanceof Literal<?>
              ? comparison(exchanged(predicate.name()), children[1], children[0])
              : comparison(predicate.name(), children[0], children[1]);
      default -> Optional.empty();
    };
  }

  private static String exchanged(String comparison) {
    return EXCHANGED.getOrDefault(comparison, comparison);
  }

  /// Empty unless all filters are there: rows of the missing one may be anywhere.
  private static Optional<BlockFilter> any(List<Optional<BlockFilter>> filters) {
    return filters.stream().allMatch(Optional::isPresent)
        ? Optional.of(new Any(filters.stream().flatMap(Optional::stream).toList()))
        : Optional.empty();
  }

  private Optional<BlockFilter> isPresent(Expression column, boolean present) {
    return field(column)
        .filter(field -> field.optional() && isTopLevel(field))
        .map(field -> new IsPresent(field.path(), field.presence(), present));
  }

  /// A component of a record inside is absent for Spark where that record is.
  private static boolean isTopLevel(TableField field) {
    return field.path().equals(field.name());
  }

  private Optional<TableField> field(Expression column) {
    if (!(column instanceof NamedReference reference)) {
      return Optional.empty();
    }
    List<TableField> candidates = fields;
    Optional<TableField> found = Optional.empty();
    for (String name : reference.fieldNames()) {
      found = candidates.stream().filter(field -> field.name().equals(name)).findFirst();
      if (found.isEmpty()) {
        return found;
      }
      candidates = found.get().components();
    }
    return found;
  }

  private Optional<BlockFilter> comparison(String name, Expression column, Expression constant) {
    if (!(constant instanceof Literal<?> literal) || literal.value() == null) {
      return Optional.empty();
    }
    return field(column).flatMap(field -> comparison(name, field, literal.value()));
  }

  private static Optional<BlockFilter> comparison(String name, TableField field, Object value) {
    if (field.kind().equals("enum")) {
      int ordinal = field.constants().indexOf(value.toString());
      return name.equals("=") || name.equals("<=>")
          ? Optional.of(new InRange(column(field), ordinal, ordinal < 0 ? -2 : ordinal))
          : Optional.empty();
    }
    if (field.hasTextRanges()) {
      return text(value).map(text -> text(name, field.path(), text));
    }
    return isFloating(field)
        ? floating(value).map(number -> range(name, column(field), number))
        : stored(field, value).map(number -> range(name, column(field), number));
  }

  /// Returns a constant that a `String` can be: Spark's may have any bytes, and a `String` would
  /// have U+FFFD in their place.
  private static Optional<String> text(Object value) {
    return value instanceof UTF8String text && text.isValid()
        ? Optional.of(text.toString())
        : Optional.empty();
  }

  private static BlockFilter text(String name, String path, String value) {
    return switch (name) {
      case "STARTS_WITH" -> new TextBegins(path, value);
      case "<", "<=" -> new TextInRange(path, null, value);
      case ">", ">=" -> new TextInRange(path, value, null);
      default -> new TextInRange(path, value, value);
    };
  }

  private static boolean isFloating(TableField field) {
    return field.kind().equals("float") || field.kind().equals("double");
  }

  private static OrderedColumn column(TableField field) {
    Form form =
        switch (field.kind()) {
          case "char", "enum" -> Form.UNSIGNED;
          case "float", "double" -> Form.FLOATING;
          default -> Form.SIGNED;
        };
    return new OrderedColumn(field.path(), field.byteSize(), form);
  }

  /// Returns a constant in the unit of the file, in which it need not be an integer.
  private static Optional<BigDecimal> stored(TableField field, Object value) {
    return switch (field.kind()) {
      case "byte", "short", "char", "int", "long", "date" -> number(value);
      case "time", "datetime", "instant", "duration" ->
          number(value).map(number -> quotient(number, SparkTypes.factor(field)));
      case "decimal" ->
          field.isWideDecimal()
              ? Optional.empty()
              : number(value).map(number -> number.scaleByPowerOfTen(field.number(2)));
      default -> Optional.empty();
    };
  }

  /// The factors are powers of ten: the quotient is exact.
  private static BigDecimal quotient(BigDecimal number, long factor) {
    return number.divide(BigDecimal.valueOf(factor));
  }

  private static Optional<BigDecimal> number(Object value) {
    return switch (value) {
      case Byte number -> Optional.of(BigDecimal.valueOf(number));
      case Short number -> Optional.of(BigDecimal.valueOf(number));
      case Integer number -> Optional.of(BigDecimal.valueOf(number));
      case Long number -> Optional.of(BigDecimal.valueOf(number));
      case Decimal number -> Optional.of(number.toJavaBigDecimal());
      default -> Optional.empty();
    };
  }

  private static Optional<Double> floating(Object value) {
    return switch (value) {
      case Float number -> Optional.of((double) number);
      case Double number -> Optional.of(number);
      default -> Optional.empty();
    };
  }

  private static BlockFilter range(String name, OrderedColumn column, double value) {
    long least = OrderedColumn.integer(value == 0 ? -0.0 : value);
    long greatest = OrderedColumn.integer(value == 0 ? 0.0 : value);
    return switch (name) {
      case "<" -> new InRange(column, Long.MIN_VALUE, least - 1);
      case "<=" -> new InRange(column, Long.MIN_VALUE, greatest);
      case ">" -> new InRange(column, greatest + 1, Long.MAX_VALUE);
      case ">=" -> new InRange(column, least, Long.MAX_VALUE);
      default -> new InRange(column, least, greatest);
    };
  }

  private static BlockFilter range(String name, OrderedColumn column, BigDecimal value) {
    BigInteger floor = value.setScale(0, RoundingMode.FLOOR).toBigInteger();
    BigInteger ceiling = value.setScale(0, RoundingMode.CEILING).toBigInteger();
    BigInteger least =
        switch (name) {
          case "<", "<=" -> MIN;
          case ">" -> floor.add(BigInteger.ONE);
          default -> ceiling;
        };
    BigInteger greatest =
        switch (name) {
          case ">", ">=" -> MAX;
          case "<" -> ceiling.subtract(BigInteger.ONE);
          default -> floor;
        };
    return least.compareTo(MAX) > 0 || greatest.compareTo(MIN) < 0
        ? new InRange(column, 0, -1)
        : new InRange(column, least.max(MIN).longValue(), greatest.min(MAX).longValue());
  }

  /// Returns those of Spark's predicates of which there are filters.
  List<Predicate> translatable(Predicate[] predicates) {
    return Arrays.stream(predicates).filter(each -> translate(each).isPresent()).toList();
  }

  /// Returns the filter of rows that pass all predicates.
  BlockFilter all(List<Predicate> predicates) {
    List<BlockFilter> filters = new ArrayList<>();
    predicates.forEach(predicate -> translate(predicate).ifPresent(filters::add));
    return new All(List.copyOf(filters));
  }
}
