package dev.rosa.kernel.netlink;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KernelTextTest {

  private static byte[] latin(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void shouldReadUtf8AsItIs() {
    byte[] name = "caf\u00e9 \u65e5\u672c".getBytes(StandardCharsets.UTF_8);
    assertEquals("caf\u00e9 \u65e5\u672c", KernelText.decode(name));
    assertArrayEquals(name, KernelText.encode(KernelText.decode(name)));
  }

  @Test
  void shouldTellNamesApartThatAreNoUtf8() {
    assertEquals("caf\uf7e9", KernelText.decode(latin("caf\u00e9")));
    assertNotEquals(KernelText.decode(latin("a\u00e9")), KernelText.decode(latin("a\u00e8")));
  }

  @Test
  void shouldGiveAnyBytesBack() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(16)];
      random.nextBytes(bytes);
      assertArrayEquals(bytes, KernelText.encode(KernelText.decode(bytes)));
    }
  }

  @Test
  void shouldGiveTextOfPrivateUseBack() {
    byte[] name = "\uf780\uf7ff".getBytes(StandardCharsets.UTF_8);
    assertArrayEquals(name, KernelText.encode(KernelText.decode(name)));
  }
}
