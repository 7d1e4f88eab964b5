package dev.rosa.bench.shootout.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.bench.shootout.result.Operation;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.KeySpec;
import javax.crypto.Mac;
import javax.crypto.MacSpi;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactorySpi;
import javax.crypto.spec.SecretKeySpec;
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

  /** Takes keys of its own factory only, as FlexiProvider does. */
  private static final class Choosy extends Provider {
    private static final long serialVersionUID = 1L;

    Choosy() {
      super("Choosy", "1", "takes its own keys only");
      put("Mac.HmacSHA256", ChoosyMac.class.getName());
      put("SecretKeyFactory.HmacSHA256", OwnKeys.class.getName());
      put("SecretKeyFactory.AES", OwnKeys.class.getName());
    }
  }

  /** A key that only its own factory makes. */
  private static final class OwnKey extends SecretKeySpec {
    private static final long serialVersionUID = 1L;

    OwnKey(byte[] bytes) {
      super(bytes, "Own");
    }
  }

  /** Makes such keys. */
  public static final class OwnKeys extends SecretKeyFactorySpi {
    @Override
    protected SecretKey engineGenerateSecret(KeySpec spec) {
      return new OwnKey(((SecretKeySpec) spec).getEncoded());
    }

    @Override
    protected KeySpec engineGetKeySpec(SecretKey key, Class<?> type) {
      throw new UnsupportedOperationException();
    }

    @Override
    protected SecretKey engineTranslateKey(SecretKey key) {
      throw new UnsupportedOperationException();
    }
  }

  /** The JDK's HMAC-SHA256 for such keys. */
  public static final class ChoosyMac extends MacSpi {
    private final Mac mac;

    /** For JCE. */
    public ChoosyMac() throws GeneralSecurityException {
      mac = Mac.getInstance("HmacSHA256", "SunJCE");
    }

    @Override
    protected int engineGetMacLength() {
      return mac.getMacLength();
    }

    @Override
    protected void engineInit(Key key, AlgorithmParameterSpec parameters)
        throws InvalidKeyException {
      if (!(key instanceof OwnKey)) {
        throw new InvalidKeyException("not a key of mine");
      }
      mac.init(key);
    }

    @Override
    protected void engineUpdate(byte input) {
      mac.update(input);
    }

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {
      mac.update(input, offset, length);
    }

    @Override
    protected byte[] engineDoFinal() {
      return mac.doFinal();
    }

    @Override
    protected void engineReset() {
      mac.reset();
    }
  }

  @Test
  void shouldMakeTheProvidersOwnKeysWhenItTakesNoOthers() throws GeneralSecurityException {
    JceAccess access = new JceAccess("Choosy", new Choosy());
    assertNotNull(new JceMacWork(access, Operation.HMAC_SHA256, 256));
    assertInstanceOf(OwnKey.class, access.aesKey(Material.AES128_KEY_BYTES));
  }

  @Test
  void shouldFindTheMacWhenItIsRegisteredUnderTheDigestsName() throws GeneralSecurityException {
    JceAccess access = new JceAccess("Renaming", new Renaming("MD5", "HmacMD5"));
    assertEquals("MD5", access.mac(Operation.HMAC_MD5).getAlgorithm());
    assertNotNull(new JceMacWork(access, Operation.HMAC_MD5, 256));
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
