package dev.rosa.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.identity.TestDomain;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class HandshakePrewarmTest {

  @TempDir private Path directory;

  @Test
  void shouldAgreeOnTheControlPlanesProtocolWhenANodeMeetsItself() throws Exception {
    TestDomain domain = TestDomain.in(directory.resolve("domain"));
    assertEquals("TLSv1.3", HandshakePrewarm.run(domain.router("r1")));
    assertEquals("TLSv1.3", HandshakePrewarm.run(domain.codeServer("cs1")));
  }
}
