package dev.rosa.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinuxKernelTest {

  @Test
  void shouldReadLinksWhenANameIsNoUtf8OrHasControlCharacters() throws IOException {
    String listing =
        "[{\"ifname\":\"x\u00ff\u00fe\001\",\"ifindex\":7},{\"ifname\":\"r1\",\"ifindex\":8}]";
    byte[] bytes = listing.getBytes(StandardCharsets.ISO_8859_1);
    List<Link> links = LinuxKernel.links(new ByteArrayInputStream(bytes));
    assertEquals(List.of(7, 8), links.stream().map(Link::index).toList());
    assertEquals("r1", links.get(1).name());
  }
}
