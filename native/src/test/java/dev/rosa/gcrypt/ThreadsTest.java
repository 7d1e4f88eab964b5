package dev.rosa.gcrypt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests of many threads with objects of their own, and of threads that share objects that are not
 * thread-safe.
 */
@Tag("jdk")
class ThreadsTest {

  private static final int THREADS = 8;
  private static final int ROUNDS = 400;

  private final Jce rosa = Jce.rosa();

  private static void runInThreads(Callable<Void> work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<Void>> works = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        works.add(work);
      }
      for (Future<Void> done : threads.invokeAll(works)) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void shouldWorkInManyThreadsAtOnce() throws Exception {
    runInThreads(
        () -> {
          Random random = new Random(Thread.currentThread().getId());
          for (int i = 0; i < ROUNDS; i++) {
            check(random);
          }
          return null;
        });
  }

  private void check(Random random) throws GeneralSecurityException {
    byte[] data = Jce.bytes(random.nextInt(3_000), random.nextLong());
    SecretKey key = Jce.key(16, "AES");
    Mac mac = rosa.mac("HmacSHA256");
    Mac reference = Jce.sun().mac("HmacSHA256");
    mac.init(key);
    reference.init(key);
    assertArrayEquals(reference.doFinal(data), mac.doFinal(data));
    GCMParameterSpec spec = new GCMParameterSpec(128, Jce.bytes(12, random.nextLong()));
    Cipher sealing = rosa.cipher(Jce.GCM);
    sealing.init(Cipher.ENCRYPT_MODE, key, spec);
    Cipher opening = Jce.sun().cipher(Jce.GCM);
    opening.init(Cipher.DECRYPT_MODE, key, spec);
    assertArrayEquals(data, opening.doFinal(sealing.doFinal(data)));
  }

  /** The answers are worth nothing; that there is a JVM afterwards is. */
  @Test
  void shouldSurviveThatThreadsShareAMacAndACipher() throws Exception {
    Mac mac = rosa.keyedMac("HmacSHA1");
    Cipher cipher = rosa.cipher(Jce.GCM);
    byte[] data = Jce.bytes(5_000, 1);
    runInThreads(
        () -> {
          Random random = new Random(Thread.currentThread().getId());
          for (int i = 0; i < ROUNDS; i++) {
            int some = random.nextInt(data.length);
            abuse(() -> mac.update(data, 0, some));
            abuse(mac::doFinal);
            abuse(() -> mac.init(some % 5 == 0 ? null : Jce.key(16, "x")));
            GCMParameterSpec spec = new GCMParameterSpec(128, Jce.bytes(12, some));
            int mode = 1 + some % 2;
            abuse(() -> cipher.init(mode, some % 5 == 0 ? null : Jce.aes(), spec));
            abuse(() -> cipher.updateAAD(data, 0, some));
            abuse(() -> cipher.update(data, 0, some));
            abuse(() -> cipher.doFinal(data, 0, some));
          }
          return null;
        });
    mac.init(Jce.key(20, "HmacSHA1"));
    assertArrayEquals(Jce.sun().keyedMac("HmacSHA1").doFinal(data), mac.doFinal(data));
  }

  /** Something to try that may well go wrong. */
  private interface Attempt {
    void run() throws Exception;
  }

  private static void abuse(Attempt attempt) {
    try {
      attempt.run();
    } catch (GeneralSecurityException | RuntimeException e) {
      // Expected of threads that share an object.
      return;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
