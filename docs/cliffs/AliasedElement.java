/// A loop that adds a number to all elements of a `long[]`: the number is an element of another `long[]`, and
/// a field. To C2 any write to a `long[]` may change the elements of all of them, so the number is loaded for
/// each element. The fields of a class are changed only by writes to these fields.
class AliasedElement {
  long[] values = new long[4096];
  long[] steps = {1};
  long step = 1;
  void addElement() {
    long[] values = this.values, steps = this.steps;
    for (int i = 0; i < values.length; i++) values[i] += steps[0];
  }
  void addField() {
    long[] values = this.values;
    for (int i = 0; i < values.length; i++) values[i] += step;
  }
  public static void main(String[] args) {
    AliasedElement one = new AliasedElement();
    double element = 1e9, field = 1e9;
    for (int round = 0; round < Integer.getInteger("rounds", 30_000); round++) {
      long start = System.nanoTime();
      one.addElement();
      long middle = System.nanoTime();
      one.addField();
      field = Math.min(field, (System.nanoTime() - middle) / 4096.0);
      element = Math.min(element, (middle - start) / 4096.0);
    }
    if (one.values[7] != one.values[4095]) throw new AssertionError();
    System.out.printf("field %.3f ns, element %.3f ns: ratio %.1f%n", field, element, element / field);
  }
}
