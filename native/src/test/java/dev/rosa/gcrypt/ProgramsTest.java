package dev.rosa.gcrypt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.Security;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.CipherInputStream;
import javax.crypto.CipherOutputStream;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of ordinary programs, such as TLS and streams, on this provider. */
@Tag("jdk")
class ProgramsTest {

  private static final char[] PASSWORD = "nobody's".toCharArray();
  private static final byte[] DATA = Jce.bytes(100_000, 1);

  /** TLS between two engines in one JVM, whose first provider is RosaGcrypt. */
  static final class Tls {

    private final SSLEngine client;
    private final SSLEngine server;
    private final ByteBuffer toServer = ByteBuffer.allocateDirect(40_000);
    private final ByteBuffer toClient = ByteBuffer.allocate(40_000);
    private final ByteBuffer received = ByteBuffer.allocate(200_000);

    private Tls(SSLContext context, String suite) {
      client = context.createSSLEngine("localhost", 1);
      server = context.createSSLEngine();
      client.setUseClientMode(true);
      server.setUseClientMode(false);
      client.setEnabledCipherSuites(new String[] {suite});
    }

    public static void main(String[] args) throws Exception {
      Security.insertProviderAt(new RosaGcryptProvider(), 1);
      KeyStore store =
          KeyStore.getInstance(Path.of(System.getProperty("store")).toFile(), PASSWORD);
      KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
      keys.init(store, PASSWORD);
      TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
      new Tls(context, System.getProperty("suite")).carry();
    }

    private void carry() throws SSLException {
      client.beginHandshake();
      ByteBuffer data = ByteBuffer.wrap(DATA);
      while (received.position() < DATA.length) {
        step(client, data, toServer, toClient);
        step(server, ByteBuffer.allocate(0), toClient, toServer);
      }
      assertArrayEquals(DATA, Arrays.copyOf(received.array(), received.position()));
      System.out.println("carried by " + client.getSession().getCipherSuite());
    }

    private void step(SSLEngine engine, ByteBuffer data, ByteBuffer out, ByteBuffer in)
        throws SSLException {
      for (Runnable task; (task = engine.getDelegatedTask()) != null; ) {
        task.run();
      }
      if (engine.getHandshakeStatus() != HandshakeStatus.NEED_UNWRAP && out.remaining() > 17_000) {
        engine.wrap(data, out);
      }
      in.flip();
      if (in.hasRemaining() && engine.getHandshakeStatus() != HandshakeStatus.NEED_WRAP) {
        engine.unwrap(in, received);
      }
      in.compact();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TLS_AES_128_GCM_SHA256",
        "TLS_AES_256_GCM_SHA384",
        "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
        "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256"
      })
  void shouldCarryTls(String suite, @TempDir Path directory) throws Exception {
    Jce.rosa();
    Path store = directory.resolve("store.p12");
    makeStore(store);
    String output = ChildJvm.run(Tls.class, "-Dstore=" + store, "-Dsuite=" + suite);
    assertTrue(output.contains("carried by " + suite), output);
  }

  private static void makeStore(Path store) throws Exception {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "node",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                new String(PASSWORD))
            .inheritIO()
            .start();
    assertEquals(0, keytool.waitFor());
    assertTrue(Files.exists(store));
  }

  @ParameterizedTest
  @ValueSource(strings = {Jce.CBC, Jce.CTR, Jce.GCM})
  void shouldSealAndOpenStreams(String transformation) throws Exception {
    for (int length : new int[] {0, 1, 15, 16, 511, 512, 8_192, 100_000}) {
      ByteArrayOutputStream sealed = new ByteArrayOutputStream();
      Cipher sealing = started(transformation, Cipher.ENCRYPT_MODE);
      try (CipherOutputStream out = new CipherOutputStream(sealed, sealing)) {
        for (int i = 0; i < length; i += 997) {
          out.write(DATA, i, Math.min(997, length - i));
        }
      }
      Cipher opening = started(transformation, Cipher.DECRYPT_MODE);
      ByteArrayInputStream in = new ByteArrayInputStream(sealed.toByteArray());
      byte[] opened = new CipherInputStream(in, opening).readAllBytes();
      assertArrayEquals(Arrays.copyOf(DATA, length), opened);
    }
  }

  private static Cipher started(String transformation, int mode) throws Exception {
    AlgorithmParameterSpec spec =
        transformation.equals(Jce.GCM)
            ? new GCMParameterSpec(128, Jce.bytes(12, 3))
            : new IvParameterSpec(Jce.bytes(16, 3));
    Cipher cipher = Jce.rosa().cipher(transformation);
    cipher.init(mode, Jce.aes(), spec);
    return cipher;
  }

  @Test
  void shouldTagInPlaceOverAndOver() throws Exception {
    var mac = Jce.rosa().mac("HmacSHA256");
    var reference = Jce.sun().mac("HmacSHA256");
    mac.init(Jce.key(9, "x"));
    reference.init(Jce.key(9, "x"));
    byte[] mine = DATA.clone();
    byte[] theirs = DATA.clone();
    for (int i = 0; i < 1_000; i++) {
      mac.update(mine, i, 32);
      mac.doFinal(mine, i);
      reference.update(theirs, i, 32);
      reference.doFinal(theirs, i);
    }
    assertArrayEquals(theirs, mine);
  }
}
