package dev.rosa.identity;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.util.Arrays;

/**
 * Second certificate of a member that holds under the authority's key: anyone can turn an ECDSA
 * signature (r, s) into (r, n - s).
 */
public final class TwinCertificate {

  private static final int SEQUENCE = 0x30;
  private static final int INTEGER = 2;
  private static final int BIT_STRING = 3;

  private TwinCertificate() {}

  /** The twin of the certificate that a member of that name has. */
  public static byte[] of(DomainAuthority authority, String name) throws Exception {
    X509Certificate certificate =
        PemFile.readCertificate(authority.directory().resolve(name + ".crt"));
    BigInteger order =
        ((ECPublicKey) authority.certificate().getPublicKey()).getParams().getOrder();
    byte[] signature = certificate.getSignature();
    int lengthOfR = signature[3];
    BigInteger s = new BigInteger(Arrays.copyOfRange(signature, 6 + lengthOfR, signature.length));
    byte[] numbers =
        joined(
            Arrays.copyOfRange(signature, 2, 4 + lengthOfR),
            tagged(INTEGER, order.subtract(s).toByteArray()));
    byte[] bits = joined(new byte[] {0}, tagged(SEQUENCE, numbers));
    byte[] encoded = certificate.getEncoded();
    byte[] signed = certificate.getTBSCertificate();
    int algorithm = encoded.length - tagged(BIT_STRING, joined(new byte[] {0}, signature)).length;
    int start = 4 + signed.length;
    return tagged(
        SEQUENCE,
        joined(
            signed,
            joined(Arrays.copyOfRange(encoded, start, algorithm), tagged(BIT_STRING, bits))));
  }

  private static byte[] joined(byte[] first, byte[] second) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(first);
    bytes.writeBytes(second);
    return bytes.toByteArray();
  }

  private static byte[] tagged(int tag, byte[] content) {
    int length = content.length;
    byte[] head =
        length < 128
            ? new byte[] {(byte) tag, (byte) length}
            : length < 256
                ? new byte[] {(byte) tag, (byte) 0x81, (byte) length}
                : new byte[] {(byte) tag, (byte) 0x82, (byte) (length >> 8), (byte) length};
    return joined(head, content);
  }
}
