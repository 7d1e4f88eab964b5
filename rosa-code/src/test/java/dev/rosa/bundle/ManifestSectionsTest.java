package dev.rosa.bundle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.testkit.CompiledBundle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The JDK's reader of manifests tells its log of each attribute that is there twice, by name. */
@Tag("jdk")
class ManifestSectionsTest {
  private static final Logger READER = Logger.getLogger("java.util.jar");

  private final List<LogRecord> told = new ArrayList<>();

  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          told.add(line);
        }

        @Override
        public void flush() {
          // Nothing waits.
        }

        @Override
        public void close() {
          // Nothing is open.
        }
      };

  @BeforeEach
  void listen() {
    READER.addHandler(handler);
  }

  @AfterEach
  void stopListening() {
    READER.removeHandler(handler);
  }

  private static CodeBundle open(String manifest) throws BundleException {
    byte[] app = CompiledBundle.onPacket("").classFiles().get("net/example/App.class");
    byte[] text = manifest.getBytes(StandardCharsets.US_ASCII);
    byte[] jar =
        CompiledBundle.zip(Map.of("META-INF/MANIFEST.MF", text, "net/example/App.class", app));
    return CodeBundle.open(jar, BundleLimits.defaults());
  }

  private static String main(String end) {
    return "Manifest-Version: 1.0" + end + "Rosa-Entry-Class: net.example.App" + end + end;
  }

  @ParameterizedTest
  @ValueSource(strings = {"\r\n", "\n", "\r"})
  void shouldReadNoSectionOfAFile(String end) throws BundleException {
    String section = "Name: a" + end + "granted: 1" + end + "granted: 2" + end + end;
    assertEquals("net.example.App", open(main(end) + section.repeat(300)).entryClass());
    assertEquals(List.of(), told);
  }

  @Test
  void shouldRefuseAnAttributeThatIsThereTwiceBeforeTheReaderSeesIt() {
    assertThrows(BundleException.class, () -> open("X: 1\r\nX: 2\r\n" + main("\r\n")));
    assertEquals(List.of(), told);
  }
}
