package dev.rosa.kernelpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.process.Program.Outcome;
import dev.rosa.client.process.RunningProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes of the proxy's user without capabilities: they do not get into its JVM. */
@Tag("endtoend")
class ProxyAttachTest {

  @TempDir private Path folder;
  private NetworkNamespace net;

  @BeforeEach
  void makeLinks() throws Exception {
    net = NetworkNamespace.create(folder);
    net.shell(
        """
        ip link add r0 type veth peer name s0
        ip link add r1 type veth peer name d0
        for one in r0 s0 r1 d0; do ip link set $one up; done
        """);
  }

  @AfterEach
  void end() {
    net.close();
  }

  private List<String> proxy() throws Exception {
    Path config =
        Files.writeString(
            folder.resolve("proxy.xml"),
            """
            <proxy>
              <interfaces name="p"><clients>r0</clients><servers>r1</servers></interfaces>
              <status>127.0.0.1:0</status>
              <operators socket="%s/run/operator.sock"/>
              <log file="proxy.log"/>
              <rules><rule name="all" action="allow"/></rules>
            </proxy>
            """
                .formatted(folder));
    return Programs.proxy("--config", config.toString());
  }

  private Outcome intrude(String command) throws Exception {
    return net.run(
        List.of(
            "setpriv",
            "--no-new-privs",
            "--bounding-set",
            "-all",
            "--inh-caps",
            "-all",
            "sh",
            "-c",
            command));
  }

  @Test
  void shouldLetNoProcessReadItsMemoryOrTakeItsSockets() throws Exception {
    try (RunningProgram proxy = net.start("proxy", proxy())) {
      proxy.await(" ready ");
      Outcome memory = intrude("exec 3</proc/" + proxy.pid() + "/mem");
      assertTrue(memory.exit() != 0 && memory.out().contains("denied"), memory.out());
      Outcome sockets = intrude("readlink /proc/" + proxy.pid() + "/fd/0");
      assertTrue(sockets.exit() != 0, sockets.out());
      assertEquals(0, proxy.end(), proxy.said());
    }
  }

  @Test
  void shouldUnpackNoLibraryWhereItsUserCanReplaceIt() throws Exception {
    try (RunningProgram proxy = net.start("proxy", proxy())) {
      proxy.await(" ready ");
      String loaded =
          net.shell(
              "grep -o '/.*jnidispatch.*\\|/.*/jna[0-9].*' /proc/%d/maps".formatted(proxy.pid()));
      assertTrue(loaded.lines().allMatch(line -> line.contains("/native/com/sun/jna/")), loaded);
      assertEquals(0, proxy.end(), proxy.said());
    }
  }
}
