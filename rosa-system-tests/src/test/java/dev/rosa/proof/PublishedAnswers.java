package dev.rosa.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.AEADBadTagException;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Published vectors (Wycheproof; RFC 2202, RFC 4231) on a JCE provider, as any Java program would
 * ask it. Owned by one thread.
 */
final class PublishedAnswers {

  /**
   * An answer that is another than the published one, or was refused.
   *
   * @param algorithm JCE name
   * @param vector its number and comment, or nothing if it is about all of them
   * @param what came instead, the same words for the same cause
   */
  record Difference(String algorithm, String vector, String what) {}

  private static final HexFormat HEX = HexFormat.of();
  private static final String FOLDER = "/vectors/";
  private static final String GCM = "AES/GCM/NoPadding";
  private static final String CBC = "AES/CBC/PKCS5Padding";

  private final Provider provider;
  private final List<Difference> differences = new ArrayList<>();
  private int asked;

  PublishedAnswers(Provider provider) {
    this.provider = provider;
  }

  /** Asserts that a party that is a JCE provider differs in nothing but what is known of it. */
  static void check(TestedProvider tested) {
    PublishedAnswers answers = new PublishedAnswers(tested.jce().orElseThrow());
    List<Difference> differences = answers.differences();
    List<Difference> faults = KnownDeviations.unexplained(tested.name(), differences);
    if (!faults.isEmpty()) {
      throw new AssertionError(
          "%s, %d faults, such as %s".formatted(tested.name(), faults.size(), faults.get(0)));
    }
    CheckCounts.add("published vectors asked for", answers.asked);
    CheckCounts.add("known deviations from them", differences.size());
  }

  /** Asks for all of them. */
  List<Difference> differences() {
    hmac("HmacSHA1", "hmac_sha1_test.json");
    hmac("HmacSHA256", "hmac_sha256_test.json");
    rfc("HmacMD5", "md5", 3);
    rfc("HmacSHA1", "sha1", 3);
    rfc("HmacSHA256", "sha2", 4);
    cipher(GCM, "aes_gcm_test.json");
    cipher(CBC, "aes_cbc_pkcs5_test.json");
    return differences;
  }

  private void hmac(String algorithm, String file) {
    if (!offersMac(algorithm)) {
      return;
    }
    for (JsonNode group : json(file).get("testGroups")) {
      int tagBytes = group.get("tagSize").asInt() / Byte.SIZE;
      for (JsonNode test : group.get("tests")) {
        byte[] tag = mac(algorithm, bytes(test, "key"), bytes(test, "msg"), name(test));
        boolean matches = Arrays.equals(bytes(test, "tag"), Arrays.copyOf(tag, tagBytes));
        if (tag.length > 0 && matches != isValid(test)) {
          differ(algorithm, name(test), "another tag");
        }
      }
    }
  }

  /** Some of RFC 4231's answers are given truncated. */
  private void rfc(String algorithm, String kind, int answer) {
    if (!offersMac(algorithm)) {
      return;
    }
    for (String line : text("hmac_rfc2202_rfc4231.txt").lines().toList()) {
      String[] fields = line.trim().split("\\s+");
      if (fields[0].equals(kind)) {
        byte[] expected = HEX.parseHex(fields[answer]);
        byte[] tag = mac(algorithm, HEX.parseHex(fields[1]), HEX.parseHex(fields[2]), line);
        if (tag.length > 0 && !Arrays.equals(expected, Arrays.copyOf(tag, expected.length))) {
          differ(algorithm, line, "another tag");
        }
      }
    }
  }

  /** Nothing if it was refused. */
  private byte[] mac(String algorithm, byte[] key, byte[] message, String vector) {
    asked++;
    try {
      Mac mac = Mac.getInstance(algorithm, provider);
      mac.init(new SecretKeySpec(key, algorithm));
      return mac.doFinal(message);
    } catch (GeneralSecurityException | RuntimeException e) {
      differ(algorithm, vector, "refused: " + e.getClass().getSimpleName());
      return new byte[0];
    }
  }

  private void cipher(String algorithm, String file) {
    if (!offersCipher(algorithm)) {
      return;
    }
    for (JsonNode group : json(file).get("testGroups")) {
      int ivBits = group.get("ivSize").asInt();
      for (JsonNode test : group.get("tests")) {
        asked++;
        String vector = "%s, %d bits of IV".formatted(name(test), ivBits);
        String what =
            isValid(test) ? whatBecomesOfValid(algorithm, test) : whatOfInvalid(algorithm, test);
        if (!what.isEmpty()) {
          differ(algorithm, vector, what);
        }
      }
    }
  }

  private String whatBecomesOfValid(String algorithm, JsonNode test) {
    try {
      byte[] sealed = run(algorithm, Cipher.ENCRYPT_MODE, test, bytes(test, "msg"));
      if (!Arrays.equals(sealed(test), sealed)) {
        return "another ciphertext";
      }
      byte[] opened = run(algorithm, Cipher.DECRYPT_MODE, test, sealed(test));
      return Arrays.equals(bytes(test, "msg"), opened) ? "" : "another plaintext";
    } catch (GeneralSecurityException | RuntimeException e) {
      return refusal(test, e);
    }
  }

  /** A nonce that is none is refused as a parameter, all else by its tag or padding. */
  private String whatOfInvalid(String algorithm, JsonNode test) {
    try {
      run(algorithm, Cipher.DECRYPT_MODE, test, sealed(test));
      return "accepted";
    } catch (AEADBadTagException e) {
      return algorithm.equals(GCM) && bytes(test, "iv").length > 0 ? "" : refusal(test, e);
    } catch (BadPaddingException | IllegalBlockSizeException e) {
      return algorithm.equals(CBC) ? "" : refusal(test, e);
    } catch (InvalidAlgorithmParameterException e) {
      return bytes(test, "iv").length == 0 ? "" : refusal(test, e);
    } catch (GeneralSecurityException | RuntimeException e) {
      return refusal(test, e);
    }
  }

  /** Of the key if it was the key, else of the IV; which other vectors of that kind share. */
  private static String refusal(JsonNode test, Exception e) {
    boolean ofKey = e instanceof InvalidKeyException;
    return "%s of %d bits refused: %s"
        .formatted(
            ofKey ? "key" : "IV",
            bytes(test, ofKey ? "key" : "iv").length * Byte.SIZE,
            e.getClass().getSimpleName());
  }

  private byte[] run(String algorithm, int mode, JsonNode test, byte[] input)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(algorithm, provider);
    SecretKeySpec key = new SecretKeySpec(bytes(test, "key"), "AES");
    byte[] iv = bytes(test, "iv");
    if (algorithm.equals(GCM)) {
      cipher.init(mode, key, new GCMParameterSpec(tagBits(test), iv));
      cipher.updateAAD(bytes(test, "aad"));
    } else {
      cipher.init(mode, key, new IvParameterSpec(iv));
    }
    return cipher.doFinal(input);
  }

  private static int tagBits(JsonNode test) {
    return bytes(test, "tag").length * Byte.SIZE;
  }

  private boolean offersMac(String algorithm) {
    try {
      Mac.getInstance(algorithm, provider);
      return true;
    } catch (NoSuchAlgorithmException e) {
      differ(algorithm, "", "not offered");
      return false;
    }
  }

  private boolean offersCipher(String algorithm) {
    try {
      Cipher.getInstance(algorithm, provider);
      return true;
    } catch (GeneralSecurityException e) {
      differ(algorithm, "", "not offered");
      return false;
    }
  }

  private void differ(String algorithm, String vector, String what) {
    differences.add(new Difference(algorithm, vector, what));
  }

  private static byte[] sealed(JsonNode test) {
    return HEX.parseHex(test.get("ct").asText() + test.path("tag").asText());
  }

  private static String name(JsonNode test) {
    return "%d %s".formatted(test.get("tcId").asInt(), test.get("comment").asText());
  }

  private static boolean isValid(JsonNode test) {
    return test.get("result").asText().equals("valid");
  }

  private static byte[] bytes(JsonNode test, String field) {
    return HEX.parseHex(test.get(field).asText());
  }

  private static JsonNode json(String file) {
    try {
      return new ObjectMapper().readTree(text(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(String file) {
    try (InputStream in = PublishedAnswers.class.getResourceAsStream(FOLDER + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
