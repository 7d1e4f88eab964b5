package dev.rosa.bench.cold;

import dev.rosa.client.process.JavaHome;

/**
 * Way to start a router for the measurement: which Java, prewarmed or not, code fetched or not.
 *
 * @param java with which Java
 * @param prewarmed whether it prewarms before it is ready
 * @param fetched whether it has code and secret before the first packet
 * @param aot whether it starts from an AOT cache
 */
record RouterKind(JavaHome java, boolean prewarmed, boolean fetched, boolean aot) {

  /** The attributes of its {@code <prewarm>}. */
  String prewarm() {
    return "limit=\"%s\" fetch=\"%s\"".formatted(prewarmed ? "20s" : "off", fetched);
  }

  @Override
  public String toString() {
    return "Java %d%s, %s, %s"
        .formatted(
            java.feature(),
            aot ? " with AOT cache" : "",
            prewarmed ? "prewarmed" : "not prewarmed",
            fetched ? "code fetched ahead" : "code fetched by the packet");
  }
}
