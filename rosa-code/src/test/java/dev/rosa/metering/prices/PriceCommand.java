package dev.rosa.metering.prices;

import dev.rosa.metering.MeteredThread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Measuring run of the price search: {@code [--full] [--long] [--instructions] [--only NAME]
 * [--seed N] [--generations N]}. {@code --long} calls members with long arguments only, {@code
 * --instructions} is for instructions only, {@code --only} for members with a text in their name.
 * Exit code 1: too cheap a price. The JVM wants {@code -Xbatch}: on a busy machine code is else
 * measured that is not compiled yet.
 */
public final class PriceCommand {

  private PriceCommand() {}

  public static void main(String[] arguments) throws InterruptedException {
    AtomicReference<Boolean> right = new AtomicReference<>(false);
    Thread measuring =
        new MeteredThread(() -> right.set(isRight(List.of(arguments))), "price-search");
    measuring.start();
    measuring.join();
    System.exit(right.get() ? 0 : 1);
  }

  private static boolean isRight(List<String> given) {
    boolean full = given.contains("--full");
    int number = number(given, "--seed", 1);
    int generations = number(given, "--generations", full ? 150 : 30);
    double kernel = KernelPrices.medianNanosPerUnit();
    System.out.printf("median kernel: %.3f ns per unit%n", kernel);
    double most = PriceSearch.MOST_TIMES_THE_KERNEL * kernel;
    List<PriceSearch.Finding> findings =
        new ArrayList<>(InstructionPrices.all(finding -> show(finding, kernel)));
    if (!given.contains("--instructions")) {
      PriceSearch search =
          new PriceSearch(40_000, generations, 1_000_000, number, given.contains("--long"));
      int only = given.indexOf("--only");
      String part = only < 0 ? "" : given.get(only + 1);
      findings.addAll(
          search.run(
              part,
              finding -> {
                if (finding.nanosPerUnit() > most / 2) {
                  show(finding, kernel);
                }
              }));
    }
    findings.sort(Comparator.comparingDouble(PriceSearch.Finding::nanosPerUnit).reversed());
    System.out.println("worst:");
    findings.stream().limit(20).forEach(finding -> show(finding, kernel));
    long tooCheap = findings.stream().filter(f -> f.nanosPerUnit() > most).count();
    System.out.printf(
        "%d members, %d above %.0f x%n",
        findings.size(), tooCheap, PriceSearch.MOST_TIMES_THE_KERNEL);
    return tooCheap == 0;
  }

  private static int number(List<String> given, String name, int otherwise) {
    int at = given.indexOf(name);
    return at < 0 ? otherwise : Integer.parseInt(given.get(at + 1));
  }

  private static void show(PriceSearch.Finding finding, double kernel) {
    double times = finding.nanosPerUnit() / kernel;
    System.out.printf(
        "%7.1f x  %8.3f ns  %s %s%n",
        times, finding.nanosPerUnit(), finding.member(), finding.arguments());
  }
}
