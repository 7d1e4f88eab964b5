package dev.rosa.bench.path.peer;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.XECPrivateKey;
import java.security.interfaces.XECPublicKey;
import java.util.HexFormat;

/**
 * An end of a tunnel of this bench, as WireGuard's programs want it told: hexadecimal, 32 bytes
 * each. Made for one run and used between namespaces of this machine only.
 */
record WireGuardKeys(String privateKey, String publicKey) {

  private static final int BYTES = 32;

  static WireGuardKeys make() {
    try {
      KeyPair pair = KeyPairGenerator.getInstance("X25519").generateKeyPair();
      byte[] secret = ((XECPrivateKey) pair.getPrivate()).getScalar().orElseThrow();
      HexFormat hex = HexFormat.of();
      return new WireGuardKeys(
          hex.formatHex(secret),
          hex.formatHex(littleEndian(((XECPublicKey) pair.getPublic()).getU())));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has X25519", e);
    }
  }

  private static byte[] littleEndian(BigInteger number) {
    byte[] bigEndian = number.toByteArray();
    byte[] bytes = new byte[BYTES];
    for (int i = 0; i < Math.min(BYTES, bigEndian.length); i++) {
      bytes[i] = bigEndian[bigEndian.length - 1 - i];
    }
    return bytes;
  }

  @Override
  public String toString() {
    return "WireGuardKeys[" + publicKey + "]";
  }
}
