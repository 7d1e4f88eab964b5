package dev.rosa.proxy.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class NormalUrlTest {

  @Test
  void shouldGiveEachResourceOneName() {
    same("http://a.example/", "http://a.example", "HTTP://A.EXAMPLE:80/", "http://a.example./");
    same("http://a.example:8080/x", "http://A.example:8080/x");
    same("http://a.example/x/y", "http://a.example/x/./y", "http://a.example/x/z/../y");
    same("http://a.example/x/y", "http://a.example/x///y", "http://a.example/%78/y");
    same("http://a.example/x/", "http://a.example/x/y/..", "http://a.example/x/.");
    same("http://a.example/x/", "http://a.example/x/%2e/", "http://a.example/x/y/%2E%2e/");
    same("http://a.example/%20%7C", "http://a.example/%20|", "http://a.example/%20%7c");
    same("http://a.example/%C3%A4", "http://a.example/ä", "http://a.example/%c3%a4");
    same("http://a.example/x/y", "http://a.example/x;v=1/y;w");
    same("http://a.example/x/", "http://a.example/x/;v=1", "http://a.example/x/y;/..");
    same("http://a.example/x%3By", "http://a.example/x%3by");
    same("http://a.example/%252F", "http://a.example/%252F");
    same("http://xn--bcher-kva.example/", "http://Bücher.example/", "http://bücher。example/");
    same("http://192.0.2.1/", "http://192.0.2.1:80/");
    same("http://[2001:db8:0:0:0:0:0:1]/", "http://[2001:DB8::1]/");
    same("https://a.example/?x", "https://a.example:443/?x", "https://a.example?x");
    same("ftp://a.example/x", "FTP://a.example:21/x");
  }

  @Test
  void shouldRefuseWhatHasNoNormalForm() {
    for (String url :
        List.of(
            "a.example",
            "gopher://a.example/",
            "http://",
            "http://u:p@a.example/",
            "http://a.example:0/",
            "http://a.example:x/",
            "http://a.example:080/",
            "http://127.1/",
            "http://0x7f000001/",
            "http://2130706433/",
            "http://1.2.3.04/",
            "http://a..b/",
            "http://[::1/",
            "http://[::1]x/",
            "http://[fe80::1%25eth0]/",
            "http://a.example/%",
            "http://a.example/../x",
            "http://a.example/a%2Fb",
            "http://a.example/%5c",
            "http://a.example/%00",
            "http://a.example/a b",
            "http://a.example/a#b",
            "http://a.example/..;/x",
            "http://" + "a".repeat(64) + ".example/",
            "http://a.example/" + "x".repeat(9000))) {
      assertThrows(IllegalArgumentException.class, () -> NormalUrl.parse(url), url);
    }
  }

  @Test
  void shouldRefuseStepsBehindWhatOnlySomeServersTakeForAFolder() {
    for (String path :
        List.of(
            "/pub/;/../x",
            "/pub/;v=1/../x",
            "/pub/;/x",
            "/;/x",
            "/.;/x",
            "/pub/.;",
            "/pub/..;v/x",
            "/pub/%2e%2E;/x",
            "/pub//../x",
            "/pub///../x",
            "/pub//./../x",
            "/pub//%2e%2e/x",
            "/a//b/../../x",
            "/pub/x//..")) {
      assertThrows(
          IllegalArgumentException.class, () -> NormalUrl.parse("http://a.example" + path), path);
    }
  }

  @Test
  void shouldRefuseEncodedSemicolonsThatAGatewayMayDecode() {
    for (String path : List.of("/pub/..%3b/x", "/pub/.%3B/x", "/pub/%3b/../x", "/%2e%2e%3b/x")) {
      assertThrows(
          IllegalArgumentException.class, () -> NormalUrl.parse("http://a.example" + path), path);
    }
  }

  @Test
  void shouldRefuseAPathWhoseFirstFolderMayBeReadAsAHost() {
    for (String path : List.of("//x/secret", "///x/secret", "//", "//../x", "//?x")) {
      assertThrows(
          IllegalArgumentException.class, () -> NormalUrl.parse("http://a.example" + path), path);
    }
  }

  @Test
  void shouldBeTheSameWhenNormalisedAgain() {
    for (String url :
        List.of(
            "http://a.example/a%20b/%7Ex;y/..%2e/c?d=%zz",
            "http://Ä.example/ö?x", "http://[::1]:81/a//b/./c//d", "http://a.example/a/../b")) {
      String once = NormalUrl.parse(url).text();
      assertEquals(once, NormalUrl.parse(once).text());
    }
  }

  @Test
  void shouldShowNoQueryInLogs() {
    assertEquals("http://a.example/x", NormalUrl.parse("http://a.example/x?key=1").toString());
  }

  private static void same(String expected, String... urls) {
    for (String url : urls) {
      assertEquals(expected, NormalUrl.parse(url).text(), url);
    }
  }
}
