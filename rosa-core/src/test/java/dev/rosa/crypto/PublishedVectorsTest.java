package dev.rosa.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * The algorithms under the engines against published vectors (Wycheproof; RFC 2202, RFC 4231), on
 * every JCE provider that ROSA ships with and the way {@link JceService} asks for them: a provider
 * that is wrong about a corner case must not serve.
 */
@Tag("jdk")
class PublishedVectorsTest {

  private static final HexFormat HEX = HexFormat.of();
  private static final List<Provider> PROVIDERS =
      List.of(Security.getProvider("SunJCE"), new BouncyCastleProvider());

  /** One algorithm of one provider. */
  private static JceService service(Provider provider, String algorithm) {
    return JceService.plain(provider, algorithm, algorithm.startsWith("AES") ? "AES" : algorithm);
  }

  @TestFactory
  List<DynamicTest> shouldMatchWycheproofHmacWhateverTheTagsLength() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Provider provider : PROVIDERS) {
      addHmacs(tests, service(provider, "HmacSHA1"), read("hmac_sha1_test.json"), 170);
      addHmacs(tests, service(provider, "HmacSHA256"), read("hmac_sha256_test.json"), 174);
    }
    return tests;
  }

  private static void addHmacs(
      List<DynamicTest> tests, JceService service, JsonNode file, int expected) {
    int before = tests.size();
    for (JsonNode group : file.get("testGroups")) {
      int tagBytes = group.get("tagSize").asInt() / 8;
      group.get("tests").forEach(test -> tests.add(hmac(service, test, tagBytes)));
    }
    assertEquals(expected, tests.size() - before);
  }

  private static DynamicTest hmac(JceService service, JsonNode test, int tagBytes) {
    return DynamicTest.dynamicTest(
        name(service, test),
        () -> {
          byte[] tag = mac(service, bytes(test, "key"), bytes(test, "msg"));
          boolean matches = Arrays.equals(bytes(test, "tag"), Arrays.copyOf(tag, tagBytes));
          assertEquals(isValid(test), matches);
        });
  }

  @TestFactory
  List<DynamicTest> shouldMatchRfc2202AndRfc4231() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (String line : lines("hmac_rfc2202_rfc4231.txt")) {
      String[] fields = line.trim().split("\\s+");
      for (Provider provider : PROVIDERS) {
        switch (fields[0]) {
          case "md5" -> tests.add(rfc(service(provider, "HmacMD5"), fields, 3));
          case "sha1" -> tests.add(rfc(service(provider, "HmacSHA1"), fields, 3));
          case "sha2" -> tests.add(rfc(service(provider, "HmacSHA256"), fields, 4));
          default -> throw new IOException("unknown line: " + fields[0]);
        }
      }
    }
    assertFalse(tests.isEmpty());
    return tests;
  }

  /** Some of RFC 4231's answers are given truncated. */
  private static DynamicTest rfc(JceService service, String[] fields, int answer) {
    return DynamicTest.dynamicTest(
        service.provider().getName() + " " + service.algorithm() + " " + fields[answer],
        () -> {
          byte[] expected = HEX.parseHex(fields[answer]);
          byte[] tag = mac(service, HEX.parseHex(fields[1]), HEX.parseHex(fields[2]));
          assertArrayEquals(expected, Arrays.copyOf(tag, expected.length));
        });
  }

  private static byte[] mac(JceService service, byte[] key, byte[] message)
      throws GeneralSecurityException {
    Mac mac = service.newMac();
    mac.init(new SecretKeySpec(key, service.keyAlgorithm()));
    return mac.doFinal(message);
  }

  @TestFactory
  List<DynamicTest> shouldMatchWycheproofAesGcmAndRefuseWhatIsInvalid() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Provider provider : PROVIDERS) {
      JceService service = service(provider, "AES/GCM/NoPadding");
      for (JsonNode group : read("aes_gcm_test.json").get("testGroups")) {
        int tagBits = group.get("tagSize").asInt();
        group.get("tests").forEach(test -> tests.add(gcm(service, test, tagBits)));
      }
    }
    assertEquals(2 * 316, tests.size());
    return tests;
  }

  private static DynamicTest gcm(JceService service, JsonNode test, int tagBits) {
    return DynamicTest.dynamicTest(
        name(service, test),
        () -> {
          if (isValid(test)) {
            assertArrayEquals(sealed(test), gcm(service, Cipher.ENCRYPT_MODE, test, tagBits));
            assertArrayEquals(bytes(test, "msg"), gcm(service, Cipher.DECRYPT_MODE, test, tagBits));
          } else {
            checkRefused(service, test, tagBits);
          }
        });
  }

  /** A nonce that GCM does not allow is refused as a parameter, all else by its tag. */
  private static void checkRefused(JceService service, JsonNode test, int tagBits) {
    Class<? extends Exception> refusal =
        bytes(test, "iv").length == 0
            ? InvalidAlgorithmParameterException.class
            : AEADBadTagException.class;
    assertThrows(refusal, () -> gcm(service, Cipher.DECRYPT_MODE, test, tagBits));
  }

  private static byte[] gcm(JceService service, int mode, JsonNode test, int tagBits)
      throws GeneralSecurityException {
    Cipher cipher = service.newCipher();
    SecretKey key = new SecretKeySpec(bytes(test, "key"), service.keyAlgorithm());
    cipher.init(mode, key, new GCMParameterSpec(tagBits, bytes(test, "iv")));
    cipher.updateAAD(bytes(test, "aad"));
    return cipher.doFinal(mode == Cipher.ENCRYPT_MODE ? bytes(test, "msg") : sealed(test));
  }

  private static byte[] sealed(JsonNode test) {
    return HEX.parseHex(test.get("ct").asText() + test.get("tag").asText());
  }

  private static String name(JceService service, JsonNode test) {
    return "%s %s %d %s"
        .formatted(
            service.provider().getName(),
            service.algorithm(),
            test.get("tcId").asInt(),
            test.get("comment").asText());
  }

  private static boolean isValid(JsonNode test) {
    return test.get("result").asText().equals("valid");
  }

  private static byte[] bytes(JsonNode test, String field) {
    return HEX.parseHex(test.get(field).asText());
  }

  private static JsonNode read(String file) throws IOException {
    return new ObjectMapper().readTree(lines(file).stream().reduce("", String::concat));
  }

  private static List<String> lines(String file) throws IOException {
    try (InputStream in = PublishedVectorsTest.class.getResourceAsStream("/vectors/" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }
}
