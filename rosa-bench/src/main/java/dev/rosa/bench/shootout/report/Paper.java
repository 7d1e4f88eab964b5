package dev.rosa.bench.shootout.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.rosa.bench.shootout.result.Operation;
import java.util.List;

/**
 * The paper's own measurements, as its §6 reports them. It prints its results as curves; the points
 * of these are not in its text.
 *
 * @param title of the paper
 * @param authors of the paper
 * @param machine that it measured on
 * @param jvm that it measured with
 * @param leastBytes of a packet
 * @param mostBytes of a packet
 * @param providers in Java that it compares
 * @param library that it calls through JNI beside them
 * @param timesByJni how many times as fast that is as the fastest provider in Java
 * @param curves its figures with results
 * @param shares of the time for a packet
 * @param firstCalls against later ones
 * @param notGiven in its text
 */
record Paper(
    String title,
    List<String> authors,
    String machine,
    String jvm,
    int leastBytes,
    int mostBytes,
    List<String> providers,
    String library,
    int timesByJni,
    @JsonProperty("figures") List<Curve> curves,
    @JsonProperty("packetSharesPercent") Shares shares,
    @JsonProperty("firstCallTimesLater") FirstCalls firstCalls,
    List<String> notGiven) {

  /**
   * A figure of the paper.
   *
   * @param number in the paper
   * @param shows what the paper's caption says
   * @param operation that is drawn anew for it
   * @param fastest provider in Java, by the paper's text
   */
  record Curve(int number, String shows, Operation operation, String fastest) {

    /** ROSA's operation in batches beside it; no suite has CBC. */
    Operation today() {
      return operation == Operation.AES_CBC ? Operation.AES_CTR : operation;
    }
  }

  /**
   * Percent of the time that a router takes for a packet.
   *
   * @param keyGeneration which a cache of session keys saves
   * @param hmac verified and made
   * @param rest of the packet's processing
   */
  record Shares(double keyGeneration, double hmac, double rest) {}

  /** The first call as a multiple of a later one, for an HMAC and for a hash. */
  record FirstCalls(int hmac, int hash) {}

  /** All that is cited of it. */
  static final Paper CITED =
      new Paper(
          "Performance Analysis of a Security Architecture for Active Networks in Java",
          List.of("B. Alarcos", "E. de la Hoz", "M. Sedano", "M. Calderón"),
          "Pentium III at 1.1 GHz, 256 MB of memory, Linux 2.4.18",
          "Sun J2SDK 1.4.1",
          256,
          2_048,
          List.of("SunJCE", "Cryptix", "BC", "FlexiProvider"),
          "libgcrypt",
          3,
          List.of(
              new Curve(3, "HMAC-MD5", Operation.HMAC_MD5, "BC"),
              new Curve(4, "HMAC-SHA1", Operation.HMAC_SHA1, "SunJCE"),
              new Curve(5, "AES encryption", Operation.AES_CBC, "BC")),
          new Shares(12.5, 75, 12.5),
          new FirstCalls(60, 10),
          List.of(
              "the points of the curves",
              "the versions of providers and library",
              "AES’s mode and length of key"));
}
