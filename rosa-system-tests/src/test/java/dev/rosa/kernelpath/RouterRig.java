package dev.rosa.kernelpath;

import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A network namespace of its own, and the configuration of a router {@code r1} in it. */
abstract class RouterRig {

  @TempDir Path folder;
  NetworkNamespace net;

  @BeforeEach
  void create() throws Exception {
    TestDomain.in(folder.resolve("domain")).issue(Role.ROUTER, "r1");
    net = NetworkNamespace.create(folder);
  }

  @AfterEach
  void end() {
    net.close();
  }

  /** The command that starts the router with further elements of configuration and options. */
  List<String> router(String elements, String... options) throws Exception {
    Path config =
        Files.writeString(
            folder.resolve("router.xml"),
            """
            <router>
              <identity>domain/r1</identity>
              <code-server>127.0.0.1:7002</code-server>
              <status>127.0.0.1:0</status>
              <prewarm limit="off"/>
              %s
            </router>
            """
                .formatted(elements));
    String[] all =
        Stream.concat(Stream.of("--config", config.toString()), Stream.of(options))
            .toArray(String[]::new);
    return Programs.router(all);
  }
}
