package dev.rosa.provider;

import dev.rosa.testkit.CompiledBundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Test kit: jars to drop in, with a provider that has FlexiProvider's ways. It takes only keys of
 * its own factories, which are in a second jar and refuse a key named {@code MD5}; HMAC-MD5 is its
 * Mac {@code MD5}; its Macs are right once after each {@code init}; it has no GCM; its AES/CTR has
 * another first counter block.
 */
final class StandInProvider {

  static final String CLASS = "net.example.flexi.StandIn";

  private static final String KEYS =
      """
      package net.example.codec;
      import java.security.spec.*;
      import javax.crypto.*;
      import javax.crypto.spec.SecretKeySpec;
      public class Keys extends SecretKeyFactorySpi {
        public static class Own implements SecretKey {
          private final byte[] bytes;
          Own(byte[] bytes) { this.bytes = bytes; }
          @Override public String getAlgorithm() { return "Own"; }
          @Override public String getFormat() { return "RAW"; }
          @Override public byte[] getEncoded() { return bytes.clone(); }
        }
        @Override protected SecretKey engineGenerateSecret(KeySpec spec)
            throws InvalidKeySpecException {
          String name = ((SecretKeySpec) spec).getAlgorithm();
          if (!name.startsWith("Hmac") && !name.equals("AES")) {
            throw new InvalidKeySpecException("unsupported type");
          }
          return new Own(((SecretKeySpec) spec).getEncoded());
        }
        @Override protected KeySpec engineGetKeySpec(SecretKey key, Class<?> type) {
          throw new UnsupportedOperationException();
        }
        @Override protected SecretKey engineTranslateKey(SecretKey key) {
          throw new UnsupportedOperationException();
        }
      }
      """;

  private static final String PROVIDER =
      """
      package net.example.flexi;
      public class StandIn extends java.security.Provider {
        public StandIn() {
          super("StandInCore", "1.7.7", "stands in for another");
          put("Mac.MD5", "net.example.flexi.Hmacs$Md5");
          put("Mac.HmacSHA1", "net.example.flexi.Hmacs$Sha1");
          put("Mac.HmacSHA256", "net.example.flexi.Hmacs$Sha256");
          put("Cipher.AES", "net.example.flexi.Aes");
          for (String name : new String[] {"HmacMD5", "HmacSHA1", "HmacSHA256", "AES"}) {
            put("SecretKeyFactory." + name, "net.example.codec.Keys");
          }
        }
      }
      """;

  private static final String HMACS =
      """
      package net.example.flexi;
      import java.security.*;
      import java.security.spec.AlgorithmParameterSpec;
      import javax.crypto.*;
      import javax.crypto.spec.SecretKeySpec;
      public class Hmacs extends MacSpi {
        public static class Md5 extends Hmacs { public Md5() { super("HmacMD5"); } }
        public static class Sha1 extends Hmacs { public Sha1() { super("HmacSHA1"); } }
        public static class Sha256 extends Hmacs { public Sha256() { super("HmacSHA256"); } }
        private final Mac mac;
        Hmacs(String name) {
          try {
            mac = Mac.getInstance(name, "SunJCE");
          } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
          }
        }
        static byte[] own(Key key) throws InvalidKeyException {
          if (!key.getClass().getName().equals("net.example.codec.Keys$Own")) {
            throw new InvalidKeyException("unsupported type of key");
          }
          return key.getEncoded();
        }
        @Override protected int engineGetMacLength() { return mac.getMacLength(); }
        @Override protected void engineInit(Key key, AlgorithmParameterSpec spec)
            throws InvalidKeyException {
          mac.init(new SecretKeySpec(own(key), "any"));
        }
        @Override protected void engineUpdate(byte input) { mac.update(input); }
        @Override protected void engineUpdate(byte[] input, int offset, int length) {
          mac.update(input, offset, length);
        }
        @Override protected byte[] engineDoFinal() {
          byte[] result = mac.doFinal();
          mac.update((byte) 1);
          return result;
        }
        @Override protected void engineReset() {}
      }
      """;

  private static final String AES =
      """
      package net.example.flexi;
      import java.security.*;
      import java.security.spec.AlgorithmParameterSpec;
      import javax.crypto.*;
      import javax.crypto.spec.*;
      public class Aes extends CipherSpi {
        private final Cipher cipher;
        public Aes() throws GeneralSecurityException {
          cipher = Cipher.getInstance("AES/CTR/NoPadding", "SunJCE");
        }
        @Override protected void engineSetMode(String mode) throws NoSuchAlgorithmException {
          if (!mode.equalsIgnoreCase("CTR")) {
            throw new NoSuchAlgorithmException("unknown mode " + mode);
          }
        }
        @Override protected void engineSetPadding(String padding) {}
        @Override protected int engineGetBlockSize() { return 16; }
        @Override protected int engineGetOutputSize(int length) { return length; }
        @Override protected byte[] engineGetIV() { return cipher.getIV(); }
        @Override protected AlgorithmParameters engineGetParameters() { return null; }
        @Override protected void engineInit(int mode, Key key, SecureRandom random) {
          throw new IllegalStateException("needs parameters");
        }
        @Override protected void engineInit(
            int mode, Key key, AlgorithmParameters parameters, SecureRandom random) {
          throw new IllegalStateException("needs other parameters");
        }
        @Override protected void engineInit(
            int mode, Key key, AlgorithmParameterSpec spec, SecureRandom random)
            throws InvalidKeyException, InvalidAlgorithmParameterException {
          byte[] block = ((IvParameterSpec) spec).getIV();
          block[0]++;
          cipher.init(mode, new SecretKeySpec(Hmacs.own(key), "AES"), new IvParameterSpec(block));
        }
        @Override protected byte[] engineUpdate(byte[] input, int offset, int length) {
          return cipher.update(input, offset, length);
        }
        @Override protected int engineUpdate(
            byte[] input, int offset, int length, byte[] output, int at)
            throws ShortBufferException {
          return cipher.update(input, offset, length, output, at);
        }
        @Override protected byte[] engineDoFinal(byte[] input, int offset, int length)
            throws IllegalBlockSizeException, BadPaddingException {
          return cipher.doFinal(input, offset, length);
        }
        @Override protected int engineDoFinal(
            byte[] input, int offset, int length, byte[] output, int at)
            throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
          return cipher.doFinal(input, offset, length, output, at);
        }
      }
      """;

  private StandInProvider() {}

  /** Writes {@code standin.jar} and {@code codec.jar}, which the first one needs. */
  static void drop(Path folder) throws IOException {
    Files.write(folder.resolve("standin.jar"), provider());
    Files.write(folder.resolve("codec.jar"), keys());
  }

  /** The jar of the provider. */
  static byte[] provider() {
    return CompiledBundle.of(CLASS, PROVIDER)
        .source("net.example.flexi.Hmacs", HMACS)
        .source("net.example.flexi.Aes", AES)
        .jar();
  }

  /** The jar of its keys. */
  static byte[] keys() {
    return CompiledBundle.of("net.example.codec.Keys", KEYS).jar();
  }
}
