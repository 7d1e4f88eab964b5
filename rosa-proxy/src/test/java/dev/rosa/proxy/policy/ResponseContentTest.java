package dev.rosa.proxy.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.rosa.proxy.content.FileKind;
import dev.rosa.proxy.http.ResponseHead;
import dev.rosa.proxy.rules.criterion.Content;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ResponseContentTest {

  @Test
  void shouldReadTypeLengthKindAndName() {
    Content content =
        read("Content-Type: Text/HTML; charset=x\r\nContent-Length: 12345", "/a/b.html", "MZ");

    assertEquals(new Content("text/html", "b.html", 1L << FileKind.EXE.ordinal(), 12_345), content);
  }

  @Test
  void shouldCountWhatWasSeenIfTheLengthIsNotKnown() {
    assertEquals(4, read("X: y", "/", "abcd").length());
    assertEquals("", read("X: y", "/", "").type());
  }

  @Test
  void shouldReadTheNameThatABrowserWouldTake() {
    named("setup.exe", "attachment; filename=\"setup.exe\"");
    named("setup.exe", "attachment;FileName=Setup.EXE;x=y");
    named("setup.exe", "attachment; filename=\"a.txt\"; filename*=UTF-8''setup%2Eexe");
    named("setup.exe", "attachment; filename*=utf-8'en'setup.exe; filename=a.txt");
    named("setup.exe", "attachment; filename=\"C:\\temp\\setup.exe. .\"");
    named("setup.exe", "attachment; filename=\"../setup.exe\"");
    named("b.html", "attachment");
    named("b.html", "attachment; xfilename=a.exe");
  }

  @Test
  void shouldTellAPieceWithoutItsBeginningFromAFile() {
    long exe = 1L << FileKind.EXE.ordinal();
    long piece = 1L << FileKind.PART.ordinal();
    String partial = "206 Partial Content";
    assertEquals(exe, read(partial, "Content-Range: bytes 0-9/100", "/", "MZ").kinds());
    assertEquals(piece, read(partial, "Content-Range: bytes 1-9/100", "/", "Z").kinds());
    assertEquals(piece, read(partial, "Content-Type: multipart/byteranges", "/", "MZ").kinds());
    String several = "Content-Range: bytes 0-9/100\r\nContent-Range: bytes 1-9/100";
    assertEquals(piece, read(partial, several, "/", "MZ").kinds());
    assertEquals(exe, read("200 OK", "Content-Range: bytes 1-9/100", "/", "MZ").kinds());
  }

  private static void named(String expected, String disposition) {
    Content content = read("Content-Disposition: " + disposition, "/a/b.html", "");
    assertEquals(expected, content.file(), disposition);
  }

  private static Content read(String fields, String path, String body) {
    return read("200 OK", fields, path, body);
  }

  private static Content read(String status, String fields, String path, String body) {
    byte[] bytes =
        ("HTTP/1.1 " + status + "\r\n" + fields + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
    ResponseHead head = new ResponseHead();
    assertNull(head.read(bytes, bytes.length));
    byte[] first = body.getBytes(StandardCharsets.ISO_8859_1);
    return ResponseContent.of(head, path, first, first.length);
  }
}
