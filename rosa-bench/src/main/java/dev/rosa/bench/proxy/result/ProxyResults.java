package dev.rosa.bench.proxy.result;

import dev.rosa.bench.measure.RowResults;
import dev.rosa.bench.proxy.request.Reading;

/** Results of {@code ./rosa bench proxy}. Owned by one thread. */
public final class ProxyResults extends RowResults<ProxyRow, Reading> {

  /** Name of the share of a long body that the proxy's workers have seen. */
  public static final String SEEN = "share of a 20 MB body that the workers saw";

  /** The same of one over FTP. */
  public static final String FTP_SEEN = "share of a 20 MB body over FTP that the workers saw";

  /** Name of the packets that come to the workers for a request on a kept connection. */
  public static final String PACKETS = "packets at the workers, a request";

  /** The same where the kernel keeps verdicts. */
  public static final String CACHED_PACKETS = "packets at the workers beside the cache, a request";

  /** Name of the bytes on the heap for a packet of kept connections. */
  public static final String HEAP = "bytes on the workers' heap, a packet";

  /** Name of the connections that were open beside requests. */
  public static final String OPEN = "open connections";

  /** No readings yet. */
  public ProxyResults() {}
}
