package dev.rosa.kernelpath;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.client.demo.RoleJars;
import dev.rosa.client.process.Program.Outcome;
import dev.rosa.identity.TestDomain;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine, such as a container, that has no interface but the loopback. */
@Tag("endtoend")
class LoneLoopbackTest {

  @TempDir private Path folder;

  @Test
  void shouldSayNothingOfHardwareAddressesWhenThereAreNone() throws Exception {
    TestDomain.in(folder.resolve("domain")).user("carol");
    String carol = folder.resolve("domain/carol").toString();
    List<String> list =
        List.of("code", "list", "--code-server", "127.0.0.1:7002", "--identity", carol);
    try (NetworkNamespace net = NetworkNamespace.create(folder)) {
      Outcome asked = net.run(RoleJars.command(RoleJars.CLIENT, list));
      assertEquals(1, asked.exit(), asked.out());
      assertEquals(1, asked.out().lines().count(), asked.out());
    }
  }
}
