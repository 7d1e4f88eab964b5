package dev.rosa.client.endpoint;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.SessionKey;
import dev.rosa.keys.SessionParameters;
import dev.rosa.keys.UserId;
import dev.rosa.serving.PeerText;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Session as the Authorization Server granted it (Si, ROSA §4.2.1): the code's name, the key's
 * parameters, and the key. Owned by its requester; prints without its key.
 *
 * @param code the code's name at the server
 * @param parameters what the key is made from
 * @param key K_hmac and K_encrypt
 */
public record ActiveSession(String code, SessionParameters parameters, SessionKey key) {

  private static final int MOST_NAME_CHARS = 200;

  /**
   * Reads the server's answer.
   *
   * @throws IllegalArgumentException with what is wrong with it
   */
  static ActiveSession of(ServiceGrant grant) {
    Suite suite = Suite.ofId(grant.getSuite());
    require(suite != null, "suite " + grant.getSuite() + " does not exist");
    require(grant.getSession() != 0, "session 0");
    require(Integer.compareUnsigned(grant.getSst(), grant.getSet()) < 0, "SET is not after SST");
    require(grant.getKHmac().size() == suite.macKeyBytes(), "K_hmac has a wrong length");
    require(grant.getKEncrypt().size() == suite.cipherKeyBytes(), "K_encrypt has a wrong length");
    SessionParameters parameters =
        new SessionParameters(
            suite,
            grant.getDomain(),
            grant.getEpoch(),
            grant.getSst(),
            grant.getSet(),
            grant.getSession(),
            UserId.of(grant.getUser().toByteArray()),
            CodeDigest.of(grant.getCodeDigest().toByteArray()),
            Grant.ofBits(grant.getGrant()),
            address(grant.getSource()),
            address(grant.getDestination()));
    return new ActiveSession(
        PeerText.line(grant.getCode(), MOST_NAME_CHARS),
        parameters,
        SessionKey.of(grant.getKHmac().toByteArray(), grant.getKEncrypt().toByteArray()));
  }

  private static void require(boolean condition, String problem) {
    if (!condition) {
      throw new IllegalArgumentException(problem);
    }
  }

  private static InetAddress address(ByteString bytes) {
    try {
      return InetAddress.getByAddress(bytes.toByteArray());
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("an address of " + bytes.size() + " bytes", e);
    }
  }

  /** The session's number as 16 hex digits. */
  public String sessionHex() {
    return String.format("%016x", parameters.session());
  }

  /** Length of the window in seconds. */
  public long windowSeconds() {
    return Integer.toUnsignedLong(parameters.set()) - Integer.toUnsignedLong(parameters.sst());
  }
}
