package dev.rosa.keys;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.wire.active.Suite;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that a derivation can be used again; the vectors test its results. */
@Tag("jdk")
class KeyDerivationTest {

  private final Random random = new Random(3);
  private final KeyDerivation used = new KeyDerivation();

  private CodeSecret secret() {
    byte[] bytes = new byte[CodeSecret.BYTES];
    random.nextBytes(bytes);
    return CodeSecret.of(bytes);
  }

  private void assertAsNew(CodeSecret secret) {
    byte[] context = new byte[KdfContext.BYTES];
    random.nextBytes(context);
    for (Suite suite : Suite.values()) {
      SessionKey expected = new KeyDerivation().derive(suite, context, secret);
      SessionKey key = used.derive(suite, context, secret);
      assertArrayEquals(expected.macKey(), key.macKey());
      assertArrayEquals(expected.cipherKey(), key.cipherKey());
    }
  }

  @Test
  void shouldGiveWhatANewOneGivesWhateverSecretCameBefore() {
    CodeSecret one = secret();
    CodeSecret other = secret();
    for (CodeSecret secret : new CodeSecret[] {one, one, other, one, other, other}) {
      assertAsNew(secret);
    }
    used.forget();
    assertAsNew(other);
  }

  @Test
  void shouldNotDeriveWithASecretThatWasDestroyedThoughItIsTheLastOne() {
    CodeSecret secret = secret();
    assertAsNew(secret);
    secret.destroy();
    byte[] context = new byte[KdfContext.BYTES];
    assertThrows(
        IllegalStateException.class, () -> used.derive(Suite.HMAC_SHA256, context, secret));
    assertAsNew(secret());
  }

  @Test
  void shouldNotChangeAKeyWhenAnotherIsDerived() {
    CodeSecret secret = secret();
    byte[] context = new byte[KdfContext.BYTES];
    SessionKey first = used.derive(Suite.AES128_CTR_HMAC_SHA256, context, secret);
    byte[] macKey = first.macKey();
    byte[] cipherKey = first.cipherKey();
    context[20]++;
    used.derive(Suite.AES128_CTR_HMAC_SHA256, context, secret).destroy();
    assertArrayEquals(macKey, first.macKey());
    assertArrayEquals(cipherKey, first.cipherKey());
  }
}
