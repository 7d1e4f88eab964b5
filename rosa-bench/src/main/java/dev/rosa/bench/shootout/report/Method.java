package dev.rosa.bench.shootout.report;

/** Paragraphs of the shootout's page on its method, the same for every run. */
final class Method {

  /** Beside figure 5. */
  static final String INSTEAD_OF_CBC =
      "No suite of ROSA’s uses AES-CBC, so it is not offered in batches; beside it stands AES-CTR,"
          + " which ROSA has in its place, without the MAC that goes with it.";

  /** Description of the method of measurement. */
  static final String METHOD =
      """
      <p>By JMH, each operation, provider and size in a JVM of its own. Such a fork goes through \
      all ways of handing packets over, one JMH iteration each, in turn: first to warm up, then to \
      measure. The machine may be twice as fast a minute later. So there are rounds: in each, all \
      providers of one operation and size run directly one after the other, each round in another \
      order; ratios are only taken within a round; what is reported is the median of the rounds, \
      and of a round the median of its iterations. “±” is JMH’s error: half the width of the 99.9 % \
      confidence interval over all iterations of all rounds, drift of the machine included. A size \
      that was measured in fewer than three rounds is drawn, and not judged.</p>
      <p>One at a time: the provider’s own JCE interface, Mac.doFinal or Cipher.doFinal for each \
      packet on the heap, the key set before; a cipher is initialised with a new IV or nonce for \
      each packet. AES-CBC and AES-CTR encrypt under 128 bits; AES-GCM checks and opens under 256 \
      bits, with 80 bytes of header as additional data. In batches: ROSA’s batch interface on \
      sealed active packets off the heap, of which the given number of bytes is authenticated, \
      header included: the batch is filled, all tags are checked, payloads are opened where the \
      suite encrypts. With AES-CTR only the payloads are opened, of the given number of bytes. All \
      go round the same 64 packets of one session. A provider that does not compute what the JDK’s \
      own does is not measured.</p>
      """;

  private Method() {}
}
