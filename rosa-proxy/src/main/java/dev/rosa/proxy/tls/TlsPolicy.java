package dev.rosa.proxy.tls;

import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.url.NormalUrl;

/** Policy on the servers that clients ask for. One thread. */
public interface TlsPolicy {

  /** True if a message without a name may pass, by the rules for the server's address. */
  boolean letsNoNamePass();

  /** True if an encrypted message may pass, by the rules for the name outside. */
  boolean letsEncryptedNamePass();

  /**
   * Decides about a connection.
   *
   * @param url {@code https}, host and the path {@code /}; of use until this method returns
   * @param hello of use until then, too
   * @return {@link Judgement#REFUSE}, or else it passes through
   */
  Judgement decide(NormalUrl url, ClientHello hello);
}
