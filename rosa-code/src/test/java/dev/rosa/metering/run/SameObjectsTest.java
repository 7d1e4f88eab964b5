package dev.rosa.metering.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.bundle.RecordingPacket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Code sees if two references are of one object: the answer may not depend on the JDK. */
@Tag("jdk")
class SameObjectsTest {

  private static long answers(String... questions) throws Throwable {
    StringBuilder body = new StringBuilder("long yes = 0;");
    for (int i = 0; i < questions.length; i++) {
      body.append("if (%s) { yes |= 1L << %d; }".formatted(questions[i], i));
    }
    body.append("packet.sessionState().set(0, yes);");
    RecordingPacket packet = new RecordingPacket(new byte[0]);
    MeteredBundle.app("public void onPacket(Packet packet) { %s }".formatted(body))
        .run(packet, 1_000_000, 1 << 20);
    return packet.get(0);
  }

  @Test
  void shouldGiveOneObjectForEachKindOfHexadecimalDigits() throws Throwable {
    long answers =
        answers(
            "HexFormat.of() == HexFormat.of()",
            "HexFormat.of().withUpperCase() == HexFormat.of().withUpperCase()",
            "HexFormat.of().withUpperCase().withLowerCase() == HexFormat.of()",
            "HexFormat.of().withUpperCase().isUpperCase()");
    assertEquals(0b1111, answers);
  }
}
