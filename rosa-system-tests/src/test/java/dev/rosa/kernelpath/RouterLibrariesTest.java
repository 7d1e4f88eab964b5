package dev.rosa.kernelpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.demo.RoleJars;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Native libraries of a router with capabilities: those beside its jar, none unpacked. */
@Tag("endtoend")
class RouterLibrariesTest {

  private static final Path UNPACKED = RoleJars.ROUTER.resolveSibling("native");

  @TempDir private Path folder;
  private NetworkNamespace net;

  @BeforeEach
  void makeLinks() throws Exception {
    TestDomain.in(folder.resolve("domain")).issue(Role.ROUTER, "r1");
    net = NetworkNamespace.create(folder);
    net.shell(
        """
        ip link add r0 type veth peer name s0
        ip link add a0 type veth peer name a1
        for one in r0 s0 a0 a1; do ip link set $one up; done
        """);
  }

  @AfterEach
  void end() {
    net.close();
  }

  /** With a cache of its own, where JNA makes a folder before it unpacks anything. */
  private List<String> withOwnCache(List<String> command) {
    List<String> all = new ArrayList<>(List.of("env", "XDG_CACHE_HOME=" + folder));
    all.addAll(command);
    return all;
  }

  private List<String> router() throws Exception {
    Path config =
        Files.writeString(
            folder.resolve("router.xml"),
            """
            <router>
              <identity>domain/r1</identity>
              <code-server>127.0.0.1:7002</code-server>
              <status>127.0.0.1:0</status>
              <prewarm limit="off"/>
              <interfaces><divert>r0</divert></interfaces>
            </router>
            """);
    return withOwnCache(Programs.router("--config", config.toString()));
  }

  /** Files of JNA's and ROSA's native code that a process has mapped. */
  private Set<String> mapped(long pid) throws Exception {
    return net.shell("cat /proc/" + pid + "/maps")
        .lines()
        .filter(line -> line.matches(".*(jna|jnidispatch|librosa_).*"))
        .filter(line -> !line.endsWith(".jar"))
        .map(line -> line.substring(line.indexOf('/')))
        .collect(Collectors.toSet());
  }

  private void requireBesideJar(String name, long pid) throws Exception {
    Set<String> files = mapped(pid);
    assertTrue(files.stream().anyMatch(file -> file.endsWith("/libjnidispatch.so")), name + files);
    for (String file : files) {
      assertTrue(file.startsWith(UNPACKED + "/") && file.endsWith(".so"), name + files);
    }
  }

  @Test
  void shouldLoadLibrariesBesideTheJarAndUnpackNone() throws Exception {
    try (RunningProgram router = net.start("router", router())) {
      router.await(" ready ");
      requireBesideJar("router", router.pid());
      requireBesideJar("keeper", router.child().pid());
      assertFalse(Files.exists(folder.resolve("JNA")));
      assertEquals(0, router.lines("not kept out"), router.said());
      assertEquals(0, router.end(), router.said());
    }
  }

  @Test
  void shouldLoadLibrariesBesideTheJarForADiversion() throws Exception {
    List<String> divert = withOwnCache(Programs.router("divert", "--to", "a0", "--from", "r0"));
    try (RunningProgram process = net.start("divert", divert)) {
      process.await("waiting for the router's beats");
      requireBesideJar("divert", process.pid());
      assertFalse(Files.exists(folder.resolve("JNA")));
      assertEquals(0, process.lines("not kept out"), process.said());
      assertEquals(0, process.end(), process.said());
    }
  }
}
