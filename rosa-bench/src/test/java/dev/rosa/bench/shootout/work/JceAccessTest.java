package dev.rosa.bench.shootout.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.bench.shootout.result.Operation;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import org.junit.jupiter.api.Test;

class JceAccessTest {

  /** A provider that has one of the JDK's Macs under a name of its choice. */
  private static final class Renaming extends Provider {
    private static final long serialVersionUID = 1L;

    Renaming(String name, String ofTheJdk) {
      super("Renaming", "1", "a Mac of the JDK as " + name);
      String type = Security.getProvider("SunJCE").getService("Mac", ofTheJdk).getClassName();
      put("Mac." + name, type);
    }
  }

  @Test
  void shouldFindTheMacWhenItIsRegisteredUnderTheDigestsName() throws GeneralSecurityException {
    JceAccess access = new JceAccess("Renaming", new Renaming("MD5", "HmacMD5"));
    assertEquals("MD5", access.mac(Operation.HMAC_MD5).getAlgorithm());
    assertEquals(1, new JceMacWork(access, Operation.HMAC_MD5, 256).packetsPerRun());
  }

  @Test
  void shouldRefuseToMeasureWhenTheAnswerIsWrong() {
    JceAccess access = new JceAccess("Renaming", new Renaming("HmacSHA1", "HmacMD5"));
    WrongAnswerException refused =
        assertThrows(
            WrongAnswerException.class, () -> new JceMacWork(access, Operation.HMAC_SHA1, 256));
    assertEquals("Renaming gives a wrong answer for HMAC-SHA1", refused.getMessage());
  }

  @Test
  void shouldSayThatThereIsNoneWhenTheMacIsMissing() {
    JceAccess access = new JceAccess("Renaming", new Renaming("HmacSHA1", "HmacSHA1"));
    assertThrows(NoSuchAlgorithmException.class, () -> access.mac(Operation.HMAC_SHA256));
  }
}
