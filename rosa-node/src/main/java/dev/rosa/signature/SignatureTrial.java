package dev.rosa.signature;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Trial of a provider before it may check peers' signatures: with valid signatures, and with forged
 * ones of every shape. They come by turns, with one verifier and one key. Stateless.
 */
final class SignatureTrial {

  /** The order of the base point of P-256. */
  private static final BigInteger N =
      new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);

  private SignatureTrial() {}

  /**
   * Tries a provider.
   *
   * @return its first error as a phrase that follows its name; empty if it has none
   */
  static Optional<String> error(SignatureVerifier verifier) {
    try {
      PublicKey signer = verifier.prepared(KnownSignature.key());
      PublicKey other = verifier.prepared(KnownSignature.otherKey());
      return KnownSignature.ALL.stream()
          .flatMap(known -> error(verifier, signer, other, known).stream())
          .findFirst();
    } catch (GeneralSecurityException e) {
      return Optional.of("does not take keys on P-256: " + words(e));
    } catch (RuntimeException | LinkageError e) {
      return Optional.of("fails: " + words(e));
    }
  }

  private static Optional<String> error(
      SignatureVerifier verifier, PublicKey signer, PublicKey other, KnownSignature known) {
    byte[] statement = known.statement();
    for (Map.Entry<String, byte[]> forged : forgeries(known).entrySet()) {
      if (verifier.holds(signer, forged.getValue(), known.label(), statement)) {
        return Optional.of("accepts a forged signature (" + forged.getKey() + ")");
      }
      if (!verifier.holds(signer, known.der(), known.label(), statement)) {
        return Optional.of("refuses a valid signature, after one with " + forged.getKey());
      }
    }
    if (verifier.holds(other, known.der(), known.label(), statement)) {
      return Optional.of("accepts the signature of another key");
    }
    return acceptsOtherMessage(verifier, signer, known)
        ? Optional.of("accepts the signature of another message")
        : Optional.empty();
  }

  private static boolean acceptsOtherMessage(
      SignatureVerifier verifier, PublicKey signer, KnownSignature known) {
    byte[] statement = known.statement();
    byte[] label = "ROSA-v1 publication\0".getBytes(StandardCharsets.US_ASCII);
    byte[] longer = Arrays.copyOf(statement, statement.length + 1);
    byte[] changed = longer.clone();
    changed[Math.max(0, statement.length - 1)] ^= 1;
    return verifier.holds(signer, known.der(), label, statement)
        || verifier.holds(signer, known.der(), known.label(), longer)
        || verifier.holds(signer, known.der(), known.label(), changed)
        || verifier.holds(signer, known.der());
  }

  /** Signatures that do not hold, by their shape. */
  private static Map<String, byte[]> forgeries(KnownSignature known) {
    BigInteger r = known.r();
    BigInteger s = known.s();
    BigInteger zero = BigInteger.ZERO;
    Map<String, byte[]> forged = new LinkedHashMap<>();
    forged.put("r = 0, s = 0", Der.signature(zero, zero));
    forged.put("r = 0", Der.signature(zero, s));
    forged.put("s = 0", Der.signature(r, zero));
    forged.put("r = n, s = n", Der.signature(N, N));
    forged.put("r = n", Der.signature(N, s));
    forged.put("s = n", Der.signature(r, N));
    forged.put("r + n", Der.signature(r.add(N), s));
    forged.put("s + n", Der.signature(r, s.add(N)));
    forged.put("r - n", Der.signature(r.subtract(N), s));
    forged.put("s - n", Der.signature(r, s.subtract(N)));
    forged.put("-r, -s", Der.signature(r.negate(), s.negate()));
    forged.put("r = 1, s = 1", Der.signature(BigInteger.ONE, BigInteger.ONE));
    forged.put("r + 1", Der.signature(r.add(BigInteger.ONE), s));
    forged.put("s + 1", Der.signature(r, s.add(BigInteger.ONE)));
    forged.put("r and s changed over", Der.signature(s, r));
    Der.oddFormsOf(r, s).forEach(forged::put);
    return forged;
  }

  private static String words(Throwable e) {
    String message = e.getMessage() == null ? "" : ": " + e.getMessage();
    return e.getClass().getSimpleName() + message.lines().findFirst().orElse("");
  }
}
