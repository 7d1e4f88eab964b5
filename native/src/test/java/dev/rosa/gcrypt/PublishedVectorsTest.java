package dev.rosa.gcrypt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.AEADBadTagException;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Wycheproof, valid and invalid, and the vectors of RFC 2202 and RFC 4231. */
@Tag("jdk")
class PublishedVectorsTest {

  private static final HexFormat HEX = HexFormat.of();

  private final Jce jce = Jce.rosa();

  private interface Check {
    void run(JsonNode group, JsonNode test) throws Exception;
  }

  private static List<DynamicTest> wycheproof(String file, int expected, Check check)
      throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (JsonNode group : new ObjectMapper().readTree(text(file)).get("testGroups")) {
      for (JsonNode test : group.get("tests")) {
        String name = test.get("tcId").asInt() + " " + test.get("comment").asText();
        tests.add(DynamicTest.dynamicTest(name, () -> check.run(group, test)));
      }
    }
    assertEquals(expected, tests.size());
    return tests;
  }

  @TestFactory
  List<DynamicTest> shouldMatchWycheproofHmacSha1() throws IOException {
    return wycheproof("hmac_sha1_test.json", 170, (g, t) -> checkHmac("HmacSHA1", g, t));
  }

  @TestFactory
  List<DynamicTest> shouldMatchWycheproofHmacSha256() throws IOException {
    return wycheproof("hmac_sha256_test.json", 174, (g, t) -> checkHmac("HmacSHA256", g, t));
  }

  private void checkHmac(String algorithm, JsonNode group, JsonNode test)
      throws GeneralSecurityException {
    byte[] tag = hmac(algorithm, bytes(test, "key"), bytes(test, "msg"));
    byte[] truncated = Arrays.copyOf(tag, group.get("tagSize").asInt() / Byte.SIZE);
    assertEquals(isValid(test), Arrays.equals(bytes(test, "tag"), truncated));
  }

  private byte[] hmac(String algorithm, byte[] key, byte[] message)
      throws GeneralSecurityException {
    Mac mac = jce.mac(algorithm);
    mac.init(new SecretKeySpec(key, algorithm));
    return mac.doFinal(message);
  }

  @TestFactory
  List<DynamicTest> shouldMatchRfc2202AndRfc4231() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (String line : text("hmac_rfc2202_rfc4231.txt").lines().toList()) {
      String[] fields = line.trim().split("\\s+");
      tests.add(
          switch (fields[0]) {
            case "md5" -> rfc("HmacMD5", fields, 3);
            case "sha1" -> rfc("HmacSHA1", fields, 3);
            default -> rfc("HmacSHA256", fields, 4);
          });
    }
    assertEquals(18, tests.size());
    return tests;
  }

  /** Some of RFC 4231's answers are given truncated. */
  private DynamicTest rfc(String algorithm, String[] fields, int answer) {
    return DynamicTest.dynamicTest(
        algorithm + " " + fields[answer],
        () -> {
          byte[] expected = HEX.parseHex(fields[answer]);
          byte[] tag = hmac(algorithm, HEX.parseHex(fields[1]), HEX.parseHex(fields[2]));
          assertArrayEquals(expected, Arrays.copyOf(tag, expected.length));
        });
  }

  @TestFactory
  List<DynamicTest> shouldMatchWycheproofAesGcmAndRefuseWhatIsInvalid() throws IOException {
    return wycheproof("aes_gcm_test.json", 316, this::checkGcm);
  }

  private void checkGcm(JsonNode group, JsonNode test) throws GeneralSecurityException {
    int tagBits = group.get("tagSize").asInt();
    if (isValid(test)) {
      assertArrayEquals(sealed(test), gcm(Cipher.ENCRYPT_MODE, test, tagBits));
      assertArrayEquals(bytes(test, "msg"), gcm(Cipher.DECRYPT_MODE, test, tagBits));
    } else {
      Class<? extends Exception> refusal =
          bytes(test, "iv").length == 0
              ? InvalidAlgorithmParameterException.class
              : AEADBadTagException.class;
      assertThrows(refusal, () -> gcm(Cipher.DECRYPT_MODE, test, tagBits));
    }
  }

  private byte[] gcm(int mode, JsonNode test, int tagBits) throws GeneralSecurityException {
    Cipher cipher = jce.cipher(Jce.GCM);
    cipher.init(mode, aes(test), new GCMParameterSpec(tagBits, bytes(test, "iv")));
    cipher.updateAAD(bytes(test, "aad"));
    return cipher.doFinal(mode == Cipher.ENCRYPT_MODE ? bytes(test, "msg") : sealed(test));
  }

  private static byte[] sealed(JsonNode test) {
    return HEX.parseHex(test.get("ct").asText() + test.get("tag").asText());
  }

  @TestFactory
  List<DynamicTest> shouldMatchWycheproofAesCbcAndRefuseWhatIsInvalid() throws IOException {
    return wycheproof("aes_cbc_pkcs5_test.json", 216, (group, test) -> checkCbc(test));
  }

  private void checkCbc(JsonNode test) throws GeneralSecurityException {
    if (isValid(test)) {
      assertArrayEquals(bytes(test, "ct"), cbc(Cipher.ENCRYPT_MODE, test, "msg"));
      assertArrayEquals(bytes(test, "msg"), cbc(Cipher.DECRYPT_MODE, test, "ct"));
    } else {
      Class<? extends Exception> refusal =
          bytes(test, "ct").length == 0
              ? IllegalBlockSizeException.class
              : BadPaddingException.class;
      assertThrows(refusal, () -> cbc(Cipher.DECRYPT_MODE, test, "ct"));
    }
  }

  private byte[] cbc(int mode, JsonNode test, String input) throws GeneralSecurityException {
    Cipher cipher = jce.cipher(Jce.CBC);
    cipher.init(mode, aes(test), new IvParameterSpec(bytes(test, "iv")));
    return cipher.doFinal(bytes(test, input));
  }

  private static SecretKey aes(JsonNode test) {
    return new SecretKeySpec(bytes(test, "key"), "AES");
  }

  private static boolean isValid(JsonNode test) {
    return test.get("result").asText().equals("valid");
  }

  private static byte[] bytes(JsonNode test, String field) {
    return HEX.parseHex(test.get(field).asText());
  }

  private static String text(String file) throws IOException {
    try (InputStream in = PublishedVectorsTest.class.getResourceAsStream("/vectors/" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
