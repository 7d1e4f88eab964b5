package dev.rosa.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class PeerTextTest {

  @Test
  void shouldKeepWhatAPersonCanRead() {
    assertEquals("Größe 3 µs, 日本", PeerText.line("Größe 3 µs, 日本", 63));
  }

  @Test
  void shouldReplaceWhatControlsATerminal() {
    assertEquals("a?[2Jb?c?d?e?", PeerText.line("a\u001b[2Jb\nc\u009bd\u202ee\u2028", 63));
    assertEquals("??x", PeerText.line("\ud800\u007fx", 63));
  }

  @Test
  void shouldCutWhatIsLong() {
    assertEquals("aaaa...", PeerText.line("a".repeat(1_000), 4));
    assertEquals("?...", PeerText.line("\ud83d\ude00", 1));
  }

  @Test
  void shouldLetNoQuotedTextLookLikeAnotherPartOfALine() {
    assertEquals(
        "'x? granted session?1 caller?alice?'",
        PeerText.quoted("x' granted session=1 caller=alice\""));
    assertEquals(
        "reason=\"a? published code?abc name??x of 'b' is no class\"",
        PeerText.reason("a\" published code=abc name=\"x of 'b' is no class"));
  }
}
