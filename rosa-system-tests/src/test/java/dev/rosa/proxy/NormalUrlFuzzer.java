package dev.rosa.proxy;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import dev.rosa.proxy.url.NormalUrl;
import dev.rosa.proxy.url.UrlTable;
import dev.rosa.proxy.url.UrlTableBuilder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Texts as URLs: refused, or in a normal form that stays as it is, and is found in lists. */
public final class NormalUrlFuzzer {

  private NormalUrlFuzzer() {}

  /** Seeds of the corpus. */
  public static List<byte[]> seeds() {
    return List.of(
        bytes("http://A.Example:80/x/../%7e;y/z?q=%zz"),
        bytes("ftp://[2001:db8::1]/a//b/./c"),
        bytes("https://b\u00fccher.example/\u00e4"),
        bytes("http://192.0.2.1:8080"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** One input. */
  public static void fuzzerTestOneInput(FuzzedDataProvider data) {
    NormalUrl url;
    try {
      url = NormalUrl.parse(data.consumeRemainingAsString());
    } catch (IllegalArgumentException e) {
      return;
    }
    String text = url.text();
    if (!NormalUrl.parse(text).text().equals(text)) {
      throw new AssertionError(text + " has another normal form");
    }
    String path = url.pathText();
    if (path.contains("/../") || path.contains("/./") || path.contains("//")) {
      throw new AssertionError(text + " has steps");
    }
    UrlTableBuilder builder = new UrlTableBuilder(1, List.of("listed"));
    boolean isAdded = builder.add(url.hostText() + url.pathText(), 0) == null;
    UrlTable table = builder.build();
    if (isAdded && table.find(url) != 1) {
      throw new AssertionError(text + " is not found by its own entry");
    }
  }
}
