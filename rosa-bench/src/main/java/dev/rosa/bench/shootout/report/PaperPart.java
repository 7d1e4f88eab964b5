package dev.rosa.bench.shootout.report;

import dev.rosa.bench.display.Html;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Part of the shootout's page that cites the paper. Stateless. */
final class PaperPart {

  private static final String DRAWN_ANEW =
      "On the left the paper’s figures are drawn anew: the same operations over the packet’s size,"
          + " one packet at a time, through JCE, as measured here. AES-CBC stands for the paper’s"
          + " AES. On the right is ROSA’s own way: batches of 64 through its engines. All pictures"
          + " have the same vertical scale.";

  private PaperPart() {}

  static void add(Html html, Paper paper) {
    html.paragraph("%s: “%s”, §6.".formatted(String.join(", ", paper.authors()), paper.title()));
    html.table(
        List.of("in the paper", ""),
        List.of(
            List.of("machine", paper.machine()),
            List.of("JVM", paper.jvm()),
            List.of("packets", bytes(paper)),
            List.of("providers in Java", String.join(", ", paper.providers())),
            List.of("native code", nativeCode(paper)),
            List.of("fastest in Java", fastest(paper)),
            List.of("time for a packet", shares(paper.shares())),
            List.of("first call", firstCalls(paper.firstCalls())),
            List.of("not in its text", String.join(", ", paper.notGiven()))));
    html.paragraph(DRAWN_ANEW);
  }

  private static String bytes(Paper paper) {
    return "%s to %s bytes"
        .formatted(Numbers.whole(paper.leastBytes()), Numbers.whole(paper.mostBytes()));
  }

  private static String nativeCode(Paper paper) {
    return "%s through JNI, about %d times as fast as the fastest provider in Java"
        .formatted(paper.library(), paper.timesByJni());
  }

  private static String fastest(Paper paper) {
    return paper.curves().stream()
        .map(
            curve ->
                "%s for %s (figure %d)".formatted(curve.fastest(), curve.shows(), curve.number()))
        .collect(Collectors.joining(", "));
  }

  private static String shares(Paper.Shares shares) {
    return String.format(
        Locale.ROOT,
        "%.1f %% key generation, %.1f %% verifying and making the HMAC, %.1f %% the rest",
        shares.keyGeneration(),
        shares.hmac(),
        shares.rest());
  }

  private static String firstCalls(Paper.FirstCalls calls) {
    return "%d times a later one for an HMAC, %d times for a hash"
        .formatted(calls.hmac(), calls.hash());
  }
}
