package dev.rosa.kernelpath;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.process.RunningProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of a diversion beside another program's large nft set, by the nft commands that it runs.
 */
@Tag("endtoend")
class ForeignSetTest {

  private static final int ELEMENTS = 100_000;

  /** A message to the kernel holds no more without privileges. */
  private static final int ELEMENTS_AT_ONCE = 2_000;

  private static final int UPDATES = 12;

  private static final String TABLE = "list table netdev rosa_divert";

  /** The keeper looks at everything that often, also when nothing has changed. */
  private static final long SECONDS_BETWEEN_LOOKS = 10;

  @TempDir private Path folder;
  private NetworkNamespace net;
  private Path commands;

  @BeforeEach
  void makeLinksAndSet() throws Exception {
    net = NetworkNamespace.create(folder);
    net.shell(
        """
        ip link add r0 type veth peer name s0
        ip link add a0 type veth peer name a1
        for one in r0 s0 a0 a1; do ip link set $one up; done
        echo 1 >/proc/sys/net/ipv4/ip_forward
        """);
    net.shell("nft 'add table netdev foreign; add set netdev foreign big { type ipv4_addr; }'");
    for (int first = 0; first < ELEMENTS; first += ELEMENTS_AT_ONCE) {
      net.shell("nft add element netdev foreign big '{" + addresses(first) + "}'");
    }
    commands = Files.createFile(folder.resolve("commands.txt"));
  }

  private static String addresses(int first) {
    return IntStream.range(first, first + ELEMENTS_AT_ONCE)
        .mapToObj(i -> "10.%d.%d.%d".formatted(i >> 16, i >> 8 & 255, i & 255))
        .collect(joining(","));
  }

  @AfterEach
  void end() {
    net.close();
  }

  /** The router's jar, with an nft that writes its arguments to a file. */
  private List<String> recorded(String... arguments) throws Exception {
    Path nft =
        Files.createFile(
            folder.resolve("nft"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    Files.writeString(nft, "#!/bin/sh\necho \"$*\" >>" + commands + "\nexec nft \"$@\"\n");
    List<String> command = new ArrayList<>(List.of("env", "PATH=" + folder + ":/usr/bin:/bin"));
    command.addAll(Programs.router(arguments));
    return command;
  }

  private long listings() throws Exception {
    return Files.readAllLines(commands).stream().filter(line -> line.endsWith(TABLE)).count();
  }

  @Test
  void shouldListItsOwnTableAloneAndNotAtEveryChangeOfTheSet() throws Exception {
    try (RunningProgram divert =
        net.start("divert", recorded("divert", "--to", "a0", "--from", "r0"))) {
      divert.await("ready; in the router's configuration");
      long before = listings();
      long beganNanos = System.nanoTime();
      for (int i = 0; i < UPDATES; i++) {
        net.shell("nft add element netdev foreign big '{ 11.0.0.%d }'; sleep 0.5".formatted(i));
      }
      long seconds = (System.nanoTime() - beganNanos) / 1_000_000_000L;
      long looks = listings() - before;
      assertTrue(looks <= seconds / SECONDS_BETWEEN_LOOKS + 1, looks + " in " + seconds + " s");
      List<String> others =
          Files.readAllLines(commands).stream()
              .filter(line -> !line.equals("-f -"))
              .filter(line -> !line.endsWith(TABLE))
              // All links of this test lead back into their own namespace.
              .filter(line -> !line.endsWith("list table netdev rosa__marks_divert"))
              .toList();
      assertEquals(List.of(), others);
      assertEquals(0, divert.end(), divert.said());
    }
  }
}
