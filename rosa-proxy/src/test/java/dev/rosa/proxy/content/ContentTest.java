package dev.rosa.proxy.content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ContentTest {

  @Test
  void shouldTellKindsByTheFirstBytes() {
    assertEquals(bit(FileKind.EXE), kinds("MZ\u0090\0"));
    assertEquals(bit(FileKind.ELF), kinds("\177ELF\2"));
    assertEquals(bit(FileKind.CLASS), kinds("\u00ca\u00fe\u00ba\u00be\0\0"));
    assertEquals(bit(FileKind.ZIP), kinds("PK\3\4"));
    assertEquals(bit(FileKind.MP4), kinds("\0\0\0\30ftypisom"));
    assertEquals(0, kinds("<html>"));
    assertEquals(0, kinds("M"));
    assertEquals(0, kinds(""));
  }

  @Test
  void shouldNotBeHiddenByBlanksBeforeTheMark() {
    assertEquals(bit(FileKind.SCRIPT), kinds("\u00ef\u00bb\u00bf \r\n#!/bin/sh"));
    assertEquals(bit(FileKind.PDF), kinds("\n%PDF-1.7"));
  }

  @Test
  void shouldFindEachKindByItsLabel() {
    for (FileKind kind : FileKind.values()) {
      assertSame(kind, FileKind.ofLabel(kind.label()));
    }
    assertNull(FileKind.ofLabel("text"));
  }

  @Test
  void shouldMatchPatterns() {
    assertTrue(matches("*.exe", "setup.exe"));
    assertTrue(matches("/a/*/c*", "/a/b/b/cc"));
    assertTrue(matches("*", ""));
    assertTrue(matches("a*a*b", "aaaaab"));
    assertFalse(matches("*.exe", "setup.exe.txt"));
    assertFalse(matches("*.exe", "SETUP.EXE"));
    assertFalse(matches("a", "ab"));
    assertFalse(matches("", "a"));
    assertTrue(
        Glob.ignoringCase("*.Exe").matches("SETUP.EXE".getBytes(StandardCharsets.UTF_8), 0, 9));
  }

  @Test
  void shouldTellWhichPatternsCoverOthers() {
    assertTrue(Glob.of("/a/*").covers(Glob.of("/a/b*c")));
    assertTrue(Glob.of("*").covers(Glob.of("*x*")));
    assertFalse(Glob.of("/a/b").covers(Glob.of("/a/*")));
    assertFalse(Glob.of("*x").covers(Glob.of("*")));
  }

  private static long kinds(String bytes) {
    byte[] body = bytes.getBytes(StandardCharsets.ISO_8859_1);
    return FileKind.of(body, body.length);
  }

  private static long bit(FileKind kind) {
    return 1L << kind.ordinal();
  }

  private static boolean matches(String pattern, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return Glob.of(pattern).matches(bytes, 0, bytes.length);
  }
}
