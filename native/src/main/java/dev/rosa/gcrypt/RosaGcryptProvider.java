package dev.rosa.gcrypt;

import dev.rosa.gcrypt.GcryptService.Names;
import java.security.Provider;
import java.security.ProviderException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The JCE provider {@value #NAME}: HMACs, digests and AES of libgcrypt, for any Java program. It is
 * added by {@code Security.addProvider(new RosaGcryptProvider())}, or by name and class in a
 * provider list.
 *
 * <p>Mac: HmacMD5, HmacSHA1, HmacSHA256. MessageDigest: MD5, SHA-1, SHA-256. Cipher:
 * AES/CBC/PKCS5Padding, AES/CTR/NoPadding, AES/GCM/NoPadding, with keys of 128, 192 and 256 bits;
 * parameters are the JDK's. Where libgcrypt is in FIPS mode, MD5 and GCM are left out.
 *
 * <p>The provider is thread-safe. What it makes is for one thread at a time, as always with JCE.
 * Secrets live in memory of libgcrypt. It is wiped when another key takes their place, when a null
 * key is given, and when the Java object is gone. It is ordinary memory: libgcrypt's secure memory
 * is locked into RAM, which a process may do with little only, and a million sessions would not
 * fit. In return nothing of it ever moves, as the Java heap does, leaving copies behind.
 */
public final class RosaGcryptProvider extends Provider {

  /** The provider's name. */
  public static final String NAME = "RosaGcrypt";

  /**
   * System property: features of the processor that libgcrypt is not to use, e.g. {@code
   * intel-shaext,intel-aesni}. Read when the library is loaded.
   */
  public static final String WITHOUT = "rosa.gcrypt.without";

  private static final long serialVersionUID = 1L;
  private static final String VERSION = "0.1";

  /**
   * The provider, with the library loaded and tested.
   *
   * @throws ProviderException if it cannot be loaded; the message says why
   * @throws IllegalStateException if it can be and computes wrongly
   */
  public RosaGcryptProvider() {
    super(NAME, version(), info());
    putMacsAndDigests();
    putCiphers();
  }

  /**
   * Reason why there is no such provider here, in a sentence without a full stop; empty if there
   * is.
   */
  public static Optional<String> unavailabilityCause() {
    return GcryptLibrary.unavailabilityCause().or(GcryptLibrary::fault);
  }

  /** Versions of this provider and of libgcrypt: answers and speed depend on both. */
  private static String version() {
    Optional<String> cause = GcryptLibrary.unavailabilityCause();
    if (cause.isPresent()) {
      throw new ProviderException(NAME + " is not available: " + cause.get());
    }
    if (GcryptLibrary.fault().isPresent()) {
      throw new IllegalStateException(NAME + " cannot be trusted: " + GcryptLibrary.fault().get());
    }
    return VERSION + "+" + GcryptLibrary.LIBRARY.description().replace(' ', '-');
  }

  private static String info() {
    return "HMAC, digests and AES of %s, using %s"
        .formatted(GcryptLibrary.LIBRARY.description(), GcryptLibrary.processorFeatures());
  }

  private void putMacsAndDigests() {
    if (DigestAlgorithm.MD5.isAvailable()) {
      putMac("HmacMD5", DigestAlgorithm.MD5, "HMAC-MD5", "HMAC/MD5", "1.3.6.1.5.5.8.1.1");
      putDigest("MD5", DigestAlgorithm.MD5, "1.2.840.113549.2.5");
    }
    putMac("HmacSHA1", DigestAlgorithm.SHA1, "HMAC-SHA1", "HMAC/SHA1", "1.2.840.113549.2.7");
    putMac(
        "HmacSHA256", DigestAlgorithm.SHA256, "HMAC-SHA256", "HMAC/SHA256", "1.2.840.113549.2.9");
    putDigest("SHA-1", DigestAlgorithm.SHA1, "SHA", "SHA1", "1.3.14.3.2.26");
    putDigest("SHA-256", DigestAlgorithm.SHA256, "SHA256", "2.16.840.1.101.3.4.2.1");
  }

  private void putMac(String name, DigestAlgorithm algorithm, String... aliases) {
    put("Mac", Names.of(name, aliases), GcryptMac.class, () -> new GcryptMac(algorithm));
  }

  private void putDigest(String name, DigestAlgorithm algorithm, String... aliases) {
    Names names = Names.of(name, aliases);
    put("MessageDigest", names, GcryptDigest.class, () -> new GcryptDigest(algorithm));
  }

  private void putCiphers() {
    Names cbc = Names.of("AES/CBC/PKCS5Padding", "AES/CBC/PKCS7Padding");
    put("Cipher", cbc, CbcCipher.class, CbcCipher::new);
    put("Cipher", Names.of("AES/CTR/NoPadding"), CtrCipher.class, CtrCipher::new);
    if (GcryptLibrary.hasGcm()) {
      putGcm("AES/GCM/NoPadding", 0);
      putGcm("AES_128/GCM/NoPadding", 16, "2.16.840.1.101.3.4.1.6");
      putGcm("AES_192/GCM/NoPadding", 24, "2.16.840.1.101.3.4.1.26");
      putGcm("AES_256/GCM/NoPadding", 32, "2.16.840.1.101.3.4.1.46");
    }
  }

  private void putGcm(String name, int keyBytes, String... aliases) {
    put("Cipher", Names.of(name, aliases), GcmCipher.class, () -> new GcmCipher(keyBytes));
  }

  private void put(String type, Names names, Class<?> engine, Supplier<Object> engines) {
    putService(new GcryptService(this, type, names, engine, engines));
  }
}
