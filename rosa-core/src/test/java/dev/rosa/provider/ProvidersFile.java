package dev.rosa.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.testkit.CompiledBundle;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A {@code providers.xml} in a folder of its own, read with no providers but the JDK's. One thread.
 *
 * @param folder where it is, and jars beside it
 * @param world conditions that it is read under
 */
record ProvidersFile(Path folder, FakeWorld world) {

  /** The registry that a file with this body, on its second line, makes. */
  ProviderRegistry load(String body) throws Exception {
    return ProviderRegistry.load(write(body), world.serving());
  }

  Path write(String body) throws Exception {
    return Files.writeString(
        folder.resolve("providers.xml"), "<providers>\n" + body + "\n</providers>");
  }

  /** It is refused in one line that begins so, behind the file's name. */
  void assertRefused(String message, String body) {
    ProviderException refused = assertThrows(ProviderException.class, () -> load(body), body);
    assertTrue(
        refused.getMessage().startsWith(folder.resolve("providers.xml") + message),
        refused.getMessage());
    assertEquals(1, refused.getMessage().lines().count());
  }

  static String suite(String name, String serves) {
    return "<suite name='" + name + "'>" + serves + "</suite>";
  }

  /** Puts {@code p.jar} there, with a provider {@code net.example.P}. */
  Path jarOf(String body) throws Exception {
    String source = "package net.example; public class P extends java.security.Provider { %s }";
    return Files.write(
        folder.resolve("p.jar"), CompiledBundle.of("net.example.P", source.formatted(body)).jar());
  }
}
