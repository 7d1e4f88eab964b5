package dev.rosa.bench.authorization;

import dev.rosa.bench.measure.Json;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;

/**
 * Requests for certificates, made before the measurement: each has the user's signed certificate
 * request, and a token of its own that authorises it once. Owned by one thread.
 */
final class CertificateRequests {

  /** Name of the key that signs tokens, and of its owner. */
  private static final String ISSUER = "bench";

  private static final Provider PROVIDER = new BouncyCastleProvider();
  private static final int ID_BYTES = 16;
  private static final int COORDINATE_BYTES = 32;
  private static final int VALID_SECONDS = 3_600;

  private final KeyPair tokens = BenchAuthority.newKeyPair();
  private final SecureRandom random = new SecureRandom();
  private final List<String> names = new ArrayList<>();
  private final List<String> signed = new ArrayList<>();

  /** Requests of so many users. */
  CertificateRequests(int users) throws GeneralSecurityException {
    for (int i = 1; i <= users; i++) {
      names.add("u" + i + ".bench");
      signed.add(BenchAuthority.pem("CERTIFICATE REQUEST", request(names.get(i - 1))));
    }
  }

  private static byte[] request(String name) throws GeneralSecurityException {
    KeyPair own = BenchAuthority.newKeyPair();
    try {
      ExtensionsGenerator extensions = new ExtensionsGenerator();
      extensions.addExtension(
          Extension.subjectAlternativeName,
          false,
          new GeneralNames(new GeneralName(GeneralName.dNSName, name)));
      return new JcaPKCS10CertificationRequestBuilder(
              new X500Principal("CN=" + name), own.getPublic())
          .addAttribute(PKCSObjectIdentifiers.pkcs_9_at_extensionRequest, extensions.generate())
          .build(new JcaContentSignerBuilder("SHA256withECDSA").build(own.getPrivate()))
          .getEncoded();
    } catch (IOException | OperatorCreationException e) {
      throw new GeneralSecurityException(e);
    }
  }

  /** The provisioner that the tokens are of, for the authority's configuration. */
  Map<String, Object> provisioner() {
    ECPublicKey key = (ECPublicKey) tokens.getPublic();
    Map<String, Object> jwk = new LinkedHashMap<>();
    jwk.put("use", "sig");
    jwk.put("kty", "EC");
    jwk.put("kid", ISSUER);
    jwk.put("crv", "P-256");
    jwk.put("alg", "ES256");
    jwk.put("x", coordinate(key.getW().getAffineX()));
    jwk.put("y", coordinate(key.getW().getAffineY()));
    return Map.of("type", "JWK", "name", ISSUER, "key", jwk);
  }

  private static String coordinate(BigInteger number) {
    byte[] bytes = number.toByteArray();
    byte[] padded = new byte[COORDINATE_BYTES];
    int length = Math.min(bytes.length, COORDINATE_BYTES);
    System.arraycopy(bytes, bytes.length - length, padded, COORDINATE_BYTES - length, length);
    return base64(padded);
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Bodies of so many requests, each user's in turn. */
  List<String> of(int count, String audience) {
    List<String> bodies = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int user = i % names.size();
      bodies.add(
          Json.text(Map.of("csr", signed.get(user), "ott", token(names.get(user), audience))));
    }
    return bodies;
  }

  /** JSON Web Token that is valid once (RFC 7519, ES256). */
  private String token(String name, String audience) {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    long now = Instant.now().getEpochSecond();
    Map<String, Object> claims = new LinkedHashMap<>();
    claims.put("iss", ISSUER);
    claims.put("aud", audience);
    claims.put("sub", name);
    claims.put("sans", List.of(name));
    claims.put("jti", HexFormat.of().formatHex(id));
    claims.put("iat", now);
    claims.put("nbf", now);
    claims.put("exp", now + VALID_SECONDS);
    Map<String, String> header = Map.of("alg", "ES256", "kid", ISSUER, "typ", "JWT");
    String text = part(header) + "." + part(claims);
    return text + "." + base64(signature(text));
  }

  private static String part(Object content) {
    return base64(Json.text(content).getBytes(StandardCharsets.UTF_8));
  }

  private byte[] signature(String text) {
    try {
      Signature signature = Signature.getInstance("SHA256withPLAIN-ECDSA", PROVIDER);
      signature.initSign(tokens.getPrivate());
      signature.update(text.getBytes(StandardCharsets.US_ASCII));
      return Arrays.copyOf(signature.sign(), 2 * COORDINATE_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a token cannot be signed", e);
    }
  }
}
