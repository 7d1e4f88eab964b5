package dev.rosa.domainstate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class SecretCommitmentTest {

  private static final CodeDigest CODE = CodeDigest.of(filled(32, 1));
  private static final CodeDigest OTHER = CodeDigest.of(filled(32, 2));
  private static final CodeSecret KCI = CodeSecret.of(filled(32, 3));

  private static byte[] filled(int length, int value) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  private static SecretCommitment to(int domain, CodeDigest code, int epoch) {
    return SecretCommitment.to(domain, code, epoch, KCI);
  }

  /** Made with hashlib of Python. */
  @Test
  void shouldHaveTheBytesThatTheProtocolSays() {
    assertEquals("fcee1633155a26ba4022187d1146aaaa", to(17, CODE, -1).toString());
  }

  @Test
  void shouldDifferByDomainCodeAndEpoch() {
    assertNotEquals(to(17, CODE, 1).toString(), to(18, CODE, 1).toString());
    assertNotEquals(to(17, CODE, 1).toString(), to(17, OTHER, 1).toString());
    assertNotEquals(to(17, CODE, 1).toString(), to(17, CODE, 2).toString());
  }

  @Test
  void shouldHoldForNoOtherSecret() {
    SecretCommitment commitment = SecretCommitment.of(17, CODE, 1, to(17, CODE, 1).toBytes());
    assertEquals(to(17, CODE, 1), commitment);
    assertTrue(commitment.isTo(KCI));
    byte[] kci = KCI.copyBytes();
    for (int i = 0; i < kci.length; i++) {
      kci[i] ^= 1;
      assertFalse(commitment.isTo(CodeSecret.of(kci)), "byte " + i);
      kci[i] ^= 1;
    }
  }

  @Test
  void shouldRefuseOtherLengths() {
    assertThrows(
        IllegalArgumentException.class, () -> SecretCommitment.of(17, CODE, 1, new byte[15]));
  }
}
