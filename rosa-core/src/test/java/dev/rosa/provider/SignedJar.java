package dev.rosa.provider;

import dev.rosa.testkit.CompiledBundle;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import jdk.security.jarsigner.JarSigner;

/** Test kit: signs jars with a key made by the JDK's keytool, and damages their signatures. */
final class SignedJar {

  private static final char[] PASSWORD = "changeit".toCharArray();

  /** Text before the digest of the manifest: a JVM ignores a signature that it cannot parse. */
  private static final String DIGEST = "SHA-256-Digest-Manifest: ";

  private SignedJar() {}

  /** Signs a jar in its place, then flips a bit of what its signature covers. */
  static void signAndDamage(Path jar) throws Exception {
    Path signed = jar.resolveSibling("signed.jar");
    try (ZipFile plain = new ZipFile(jar.toFile());
        OutputStream out = Files.newOutputStream(signed)) {
      new JarSigner.Builder(key(jar.resolveSibling("keys.p12")))
          .signerName("SIGNER")
          .build()
          .sign(plain, out);
    }
    Map<String, byte[]> files = files(Files.readAllBytes(signed));
    byte[] covered = files.get("META-INF/SIGNER.SF");
    covered[new String(covered, StandardCharsets.US_ASCII).indexOf(DIGEST) + DIGEST.length()] ^= 1;
    Files.write(jar, CompiledBundle.zip(files));
  }

  private static KeyStore.PrivateKeyEntry key(Path file) throws Exception {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    String[] command = {
      keytool,
      "-genkeypair",
      "-alias",
      "k",
      "-keyalg",
      "EC",
      "-dname",
      "CN=signer",
      "-keystore",
      file.toString(),
      "-storetype",
      "PKCS12",
      "-storepass",
      new String(PASSWORD)
    };
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException("keytool: " + output);
    }
    KeyStore store = KeyStore.getInstance(file.toFile(), PASSWORD);
    return (KeyStore.PrivateKeyEntry)
        store.getEntry("k", new KeyStore.PasswordProtection(PASSWORD));
  }

  private static Map<String, byte[]> files(byte[] jar) throws Exception {
    Map<String, byte[]> files = new LinkedHashMap<>();
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(jar))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        files.put(entry.getName(), in.readAllBytes());
      }
    }
    return files;
  }
}
