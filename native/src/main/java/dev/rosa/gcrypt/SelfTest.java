package dev.rosa.gcrypt;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.ProviderException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Self-test of the loaded libgcrypt: known answers, through the same native code that serves
 * afterwards. A library that is there and wrong must not serve. Answers: RFC 2202 and RFC 4231
 * (case 1; for MD5, with their longer key, from an independent implementation), RFC 1321 and FIPS
 * 180 ("abc"), NIST SP 800-38A (F.2.1, F.5.1) and the GCM specification (test case 4). Stateless.
 */
final class SelfTest {

  private static final HexFormat HEX = HexFormat.of();
  private static final String AES_KEY = "2b7e151628aed2a6abf7158809cf4f3c";
  private static final String AES_BLOCK = "6bc1bee22e409f96e93d7e117393172a";

  private SelfTest() {}

  /** Failure of the self-test, in a sentence without a full stop; empty if there is none. */
  static Optional<String> failure() {
    try {
      return wrongAnswer();
    } catch (ProviderException e) {
      return Optional.of("known answers failed: " + e.getMessage());
    }
  }

  private static Optional<String> wrongAnswer() {
    for (DigestAlgorithm algorithm : DigestAlgorithm.values()) {
      if (algorithm.isAvailable() && !(isDigestRight(algorithm) && isHmacRight(algorithm))) {
        return Optional.of("libgcrypt gave a wrong answer for " + algorithm);
      }
    }
    if (!isCbcRight() || !isCtrRight() || (GcryptLibrary.hasGcm() && !isGcmRight())) {
      return Optional.of("libgcrypt gave a wrong answer for AES");
    }
    return Optional.empty();
  }

  private static boolean isDigestRight(DigestAlgorithm algorithm) {
    String expected =
        switch (algorithm) {
          case MD5 -> "900150983cd24fb0d6963f7d28e17f72";
          case SHA1 -> "a9993e364706816aba3e25717850c26c9cd0d89d";
          case SHA256 -> "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        };
    try (DigestHandle handle = DigestHandle.ofDigest(algorithm)) {
      return isRight(handle, algorithm, "616263", expected);
    }
  }

  private static boolean isHmacRight(DigestAlgorithm algorithm) {
    String expected =
        switch (algorithm) {
          case MD5 -> "5ccec34ea9656392457fa1ac27f08fbc";
          case SHA1 -> "b617318655057264e28bc0b6fb378c8ef146be00";
          case SHA256 -> "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7";
        };
    byte[] key = HEX.parseHex("0b".repeat(20));
    try (DigestHandle handle = DigestHandle.ofHmac(algorithm, key)) {
      return isRight(handle, algorithm, HEX.formatHex("Hi There".getBytes(US_ASCII)), expected);
    }
  }

  /** Twice, since every session lives on a state that is read and used again. */
  private static boolean isRight(
      DigestHandle handle, DigestAlgorithm algorithm, String message, String expected) {
    boolean right = true;
    for (int i = 0; i < 2; i++) {
      byte[] answer = new byte[algorithm.bytes()];
      handle.update(Region.of(HEX.parseHex(message)));
      handle.finish(answer, 0);
      right &= expected.equals(HEX.formatHex(answer));
    }
    return right;
  }

  private static boolean isCbcRight() {
    try (CipherHandle handle = new CipherHandle(AesMode.CBC)) {
      return "7649abac8119b246cee98e9b12e9197d"
          .equals(encrypted(handle, "000102030405060708090a0b0c0d0e0f"));
    }
  }

  private static boolean isCtrRight() {
    try (CipherHandle handle = new CipherHandle(AesMode.CTR)) {
      return "874d6191b620e3261bef6864990db6ce"
          .equals(encrypted(handle, "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"));
    }
  }

  private static String encrypted(CipherHandle handle, String iv) {
    byte[] block = HEX.parseHex(AES_BLOCK);
    handle.start(HEX.parseHex(AES_KEY), /* seals= */ false, HEX.parseHex(iv));
    handle.encrypt(Region.of(block), Region.of(block));
    return HEX.formatHex(block);
  }

  private static boolean isGcmRight() {
    byte[] data =
        HEX.parseHex(
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39");
    byte[] expected =
        HEX.parseHex(
            "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e"
                + "21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091");
    byte[] tag = HEX.parseHex("5bc94fbc3221a5db94fae95ae7121a47");
    byte[] answer = data.clone();
    byte[] answerTag = new byte[CipherHandle.BLOCK_BYTES];
    try (CipherHandle handle = new CipherHandle(AesMode.GCM)) {
      startGcm(handle);
      handle.encrypt(Region.of(answer), Region.of(answer));
      handle.tag(answerTag);
      boolean sealed = Arrays.equals(expected, answer) && Arrays.equals(tag, answerTag);
      startGcm(handle);
      handle.decrypt(Region.of(answer), Region.of(answer));
      return sealed && handle.hasTag(tag, tag.length) && Arrays.equals(data, answer);
    }
  }

  private static void startGcm(CipherHandle handle) {
    byte[] key = HEX.parseHex("feffe9928665731c6d6a8f9467308308");
    handle.start(key, /* seals= */ false, HEX.parseHex("cafebabefacedbaddecaf888"));
    handle.authenticate(Region.of(HEX.parseHex("feedfacedeadbeeffeedfacedeadbeefabaddad2")));
  }
}
