package dev.rosa.bundle.admission;

import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Budgets that a bundle asks for in its manifest, and the version of the code API that it is
 * written for (PROTOCOL §4). The domain's maximum and the grant of a session bound them further.
 *
 * @param apiVersion version of the code API: members, prices and limits
 * @param fuelThousands units of fuel for a packet, in thousands
 * @param memoryKib memory that a packet, and an instance in all, may allocate, in KiB
 */
public record CodeBudgets(int apiVersion, int fuelThousands, int memoryKib) {

  /** Newest version of the code API that this build knows. */
  public static final int NEWEST_API = 1;

  /** As much as a grant can say (PROTOCOL §4). */
  public static final int MOST_FUEL_THOUSANDS = 65_535;

  public static final int MOST_MEMORY_KIB = 256 << 10;

  public static final String FUEL = "Rosa-Fuel";
  public static final String MEMORY = "Rosa-Memory";
  public static final String API_VERSION = "Rosa-Api-Version";

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

  private static final int DEFAULT_FUEL_THOUSANDS = 1_000;
  private static final int DEFAULT_MEMORY_KIB = 16 << 10;

  /** Budgets of a bundle whose manifest says nothing: a million units, 16 MiB. */
  public static CodeBudgets defaults() {
    return new CodeBudgets(NEWEST_API, DEFAULT_FUEL_THOUSANDS, DEFAULT_MEMORY_KIB);
  }

  /**
   * Reads the attributes of a manifest; the default stands for one that is missing or wrong.
   *
   * @param attributes names and values of the main section
   * @param findings is told of each value that is refused
   */
  public static CodeBudgets of(Map<String, String> attributes, Consumer<Finding> findings) {
    CodeBudgets defaults = defaults();
    return new CodeBudgets(
        number(attributes, API_VERSION, NEWEST_API, defaults.apiVersion, findings),
        number(attributes, FUEL, MOST_FUEL_THOUSANDS, defaults.fuelThousands, findings),
        number(attributes, MEMORY, MOST_MEMORY_KIB, defaults.memoryKib, findings));
  }

  private static int number(
      Map<String, String> attributes,
      String name,
      int most,
      int otherwise,
      Consumer<Finding> findings) {
    String text = attributes.get(name);
    if (text == null) {
      return otherwise;
    }
    int number = NUMBER.matcher(text).matches() ? Integer.parseInt(text) : 0;
    if (number >= 1 && number <= most) {
      return number;
    }
    String expected =
        name.equals(API_VERSION)
            ? "this build knows version " + NEWEST_API
            : "expected a number from 1 to %d, in %s"
                .formatted(most, name.equals(FUEL) ? "thousands of units a packet" : "KiB");
    findings.accept(
        Finding.ofBundle(
            "%s: %s is '%s', %s".formatted(ManifestText.FILE, name, text, expected), ""));
    return otherwise;
  }
}
