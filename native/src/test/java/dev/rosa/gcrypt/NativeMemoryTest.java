package dev.rosa.gcrypt;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.InvalidKeyException;
import java.security.Key;
import java.util.ArrayDeque;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that native memory is freed: on request, and when its owner is gone. */
@Tag("jdk")
class NativeMemoryTest {

  private static final int MACS = 200_000;
  private static final int KEPT = 20_000;

  /**
   * Program that makes short-lived Macs, long-lived Macs, and ciphers, and prints the memory that
   * they took.
   */
  static final class ManyMacs {

    private ManyMacs() {}

    public static void main(String[] args) throws Exception {
      Jce rosa = Jce.rosa();
      rosa.keyedMac("HmacSHA1").doFinal();
      long before = residentKiB();
      for (int i = 0; i < MACS; i++) {
        rosa.keyedMac("HmacSHA1").doFinal(new byte[5]);
        if (i % 4 == 0) {
          Cipher cipher = rosa.cipher(Jce.CTR);
          cipher.init(Cipher.ENCRYPT_MODE, Jce.aes(), new IvParameterSpec(new byte[16]));
        }
      }
      ArrayDeque<Mac> old = new ArrayDeque<>();
      for (int i = 0; i < MACS; i++) {
        old.addLast(rosa.keyedMac("HmacSHA1"));
        if (old.size() > KEPT) {
          old.removeFirst();
        }
      }
      System.out.println("MiB: " + (residentKiB() - before) / 1_024);
    }

    private static long residentKiB() throws IOException {
      List<String> status = Files.readAllLines(Path.of("/proc/self/status"));
      String line = status.stream().filter(l -> l.startsWith("VmRSS:")).findFirst().orElseThrow();
      return Long.parseLong(line.replaceAll("[^0-9]", ""));
    }
  }

  /** All of it at once would be 800 MiB. */
  @Test
  void shouldStayWithinBoundsWhenManyMacsComeAndGo() throws Exception {
    Jce.rosa();
    String output = ChildJvm.run(ManyMacs.class, "-Xmx96m");
    String taken = output.lines().filter(l -> l.startsWith("MiB: ")).findFirst().orElse(output);
    int mebibytes = Integer.parseInt(taken.substring("MiB: ".length()));
    assertTrue(mebibytes < 350, taken);
  }

  @Test
  void shouldFreeAtOnceWhenAKeyIsTakenAway() throws Exception {
    Mac mac = Jce.rosa().mac("HmacSHA1");
    Cipher cipher = Jce.rosa().cipher(Jce.CTR);
    mac.init(Jce.key(20, "HmacSHA1"));
    cipher.init(Cipher.ENCRYPT_MODE, Jce.aes(), new IvParameterSpec(new byte[16]));
    assertTrue(NativeMemory.inUse() > 0);
    DigestHandle handle = DigestHandle.ofHmac(DigestAlgorithm.SHA1, new byte[20]);
    handle.close();
    handle.close();
    assertThrows(IllegalStateException.class, handle::restart);
    assertThrows(IllegalStateException.class, handle::copy);
    assertThrows(InvalidKeyException.class, () -> mac.init(null));
    assertThrows(InvalidKeyException.class, () -> cipher.init(Cipher.ENCRYPT_MODE, (Key) null));
    assertThrows(IllegalStateException.class, mac::doFinal);
  }
}
