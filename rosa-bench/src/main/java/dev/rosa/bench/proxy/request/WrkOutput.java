package dev.rosa.bench.proxy.request;

import java.io.IOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parsed output of {@code wrk --latency} under the shell's {@code time}.
 *
 * @param requests that were answered
 * @param seconds that it took
 * @param bytes that were read
 * @param p50Micros latency of half of the requests at most
 * @param failed requests without an answer, or with another status than 2xx and 3xx
 * @param cpuNanos of its process
 */
record WrkOutput(
    long requests, double seconds, long bytes, double p50Micros, long failed, double cpuNanos) {

  private static final Pattern TOTAL =
      Pattern.compile("(\\d+) requests in ([\\d.]+)([a-z]+), ([\\d.]+)([A-Z]+) read");
  private static final Pattern MEDIAN = Pattern.compile("\\b50%\\s+([\\d.]+)([a-z]+)");
  private static final Pattern ERRORS =
      Pattern.compile("connect (\\d+), read (\\d+), write (\\d+), timeout (\\d+)");
  private static final Pattern OTHERS = Pattern.compile("Non-2xx or 3xx responses: (\\d+)");
  private static final Pattern CPU = Pattern.compile("cpu ([\\d.]+) ([\\d.]+)");

  private static final Map<String, Double> SECONDS =
      Map.of("us", 1e-6, "ms", 1e-3, "s", 1.0, "m", 60.0, "h", 3600.0);
  private static final Map<String, Double> BYTES =
      Map.of("B", 1.0, "KB", 0x1p10, "MB", 0x1p20, "GB", 0x1p30, "TB", 0x1p40);
  private static final double MICROS = 1e6;
  private static final double NANOS = 1e9;

  static WrkOutput parse(String said) throws IOException {
    Matcher total = find(TOTAL, said);
    Matcher median = find(MEDIAN, said);
    Matcher cpu = find(CPU, said);
    double user = Double.parseDouble(cpu.group(1));
    double system = Double.parseDouble(cpu.group(2));
    return new WrkOutput(
        Long.parseLong(total.group(1)),
        number(total, 2, SECONDS),
        Math.round(number(total, 4, BYTES)),
        number(median, 1, SECONDS) * MICROS,
        sum(ERRORS, said) + sum(OTHERS, said),
        (user + system) * NANOS);
  }

  private static Matcher find(Pattern pattern, String said) throws IOException {
    Matcher matcher = pattern.matcher(said);
    if (!matcher.find()) {
      throw new IOException("wrk said: " + said.strip().replace("\n", " | "));
    }
    return matcher;
  }

  private static double number(Matcher matcher, int group, Map<String, Double> units)
      throws IOException {
    Double unit = units.get(matcher.group(group + 1));
    if (unit == null) {
      throw new IOException("wrk counts in " + matcher.group(group + 1));
    }
    return Double.parseDouble(matcher.group(group)) * unit;
  }

  private static long sum(Pattern pattern, String said) {
    Matcher matcher = pattern.matcher(said);
    long sum = 0;
    if (matcher.find()) {
      for (int group = 1; group <= matcher.groupCount(); group++) {
        sum += Long.parseLong(matcher.group(group));
      }
    }
    return sum;
  }
}
