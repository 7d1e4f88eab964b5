package dev.rosa.proxy.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UrlListsTest {
  private static final long GAMES = 1;
  private static final long NEWS = 2;
  private static final int MANY = 1_000_000;

  @TempDir private Path folder;

  private final UrlLists lists = new UrlLists(0x5eed);

  @Test
  void shouldFindHostsAndAllBelowThem() throws IOException {
    load("games.example # and below\n\nPLAY.example/\n", "b.games.example\n");

    assertEquals(GAMES, find("http://games.example/x"));
    assertEquals(GAMES, find("http://a.games.example:8080/"));
    assertEquals(GAMES | NEWS, find("http://a.b.games.example/"));
    assertEquals(GAMES, find("ftp://play.example/"));
    assertEquals(0, find("http://mygames.example/"));
    assertEquals(0, find("http://example/"));
  }

  @Test
  void shouldFindPathsUpToASlash() throws IOException {
    load("http://a.example/games\na.example/music/\n", "a.example/games/news\n");

    assertEquals(GAMES, find("http://a.example/games"));
    assertEquals(GAMES, find("http://a.example/games/x?y"));
    assertEquals(GAMES, find("http://www.a.example/%67ames//"));
    assertEquals(GAMES | NEWS, find("http://a.example/games/news/today"));
    assertEquals(GAMES, find("http://a.example/music/x"));
    assertEquals(0, find("http://a.example/music"));
    assertEquals(0, find("http://a.example/gamesx"));
    assertEquals(0, find("http://a.example/"));
  }

  @Test
  void shouldKeepTheOldTableWhenANewOneCannotBeRead() throws IOException {
    load("a.example\n", "");
    Path broken = Files.writeString(folder.resolve("broken"), "a.example\nb..example\n");

    IOException refusal =
        assertThrows(IOException.class, () -> lists.load(Map.of("games", broken)));

    assertTrue(refusal.getMessage().startsWith(broken + ":2: "), refusal.getMessage());
    assertEquals(GAMES, find("http://a.example/"));
  }

  @Test
  void shouldRefuseLinesWithoutEnd() throws IOException {
    Path endless = Files.writeString(folder.resolve("endless"), "a".repeat(3000));

    assertThrows(IOException.class, () -> lists.load(Map.of("games", endless)));
  }

  @Test
  void shouldHoldAMillionEntriesInFewBytes() {
    UrlTableBuilder builder = new UrlTableBuilder(0x5eed, List.of("games"));
    for (int i = 0; i < MANY; i++) {
      builder.add("host-" + i + ".example", 0);
    }
    UrlTable table = builder.build();

    assertEquals(MANY, table.size());
    assertTrue(table.bytes() < 50L * MANY, table.bytes() + " bytes");
    NormalUrl url = new NormalUrl();
    for (int i = 0; i < MANY; i += 997) {
      byte[] host = ("www.host-" + i + ".example").getBytes(StandardCharsets.US_ASCII);
      url.setAuthority(Scheme.HTTP, host, 0, host.length);
      assertEquals(GAMES, table.find(url));
      host[4] = 'x';
      url.setAuthority(Scheme.HTTP, host, 0, host.length);
      assertEquals(0, table.find(url));
    }
  }

  private void load(String games, String news) throws IOException {
    Map<String, Path> files = new LinkedHashMap<>();
    files.put("games", Files.writeString(folder.resolve("games"), games));
    files.put("news", Files.writeString(folder.resolve("news"), news));
    lists.load(files);
  }

  private long find(String url) {
    return lists.table().find(NormalUrl.parse(url));
  }
}
