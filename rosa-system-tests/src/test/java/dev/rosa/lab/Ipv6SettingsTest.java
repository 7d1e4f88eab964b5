package dev.rosa.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.rosa.testkit.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Settings of an interface by which the kernel unpacks IPv6 packets behind the diversion, or
 * forwards shorter ones than the link carries.
 */
@Tag("endtoend")
class Ipv6SettingsTest {

  private static final int PACKETS = 5;

  @TempDir static Path folder;
  private static NetLab lab;
  private static ForeignSender foreign;
  private static JsonNode overIpv4;
  private static JsonNode overIpv6;
  private static long sequence;

  @BeforeAll
  static void start() throws Exception {
    lab = StarLab.start(folder);
    foreign = new ForeignSender(lab, folder);
    overIpv4 = foreign.session("--code", "counter");
    overIpv6 = foreign.session("--code", "counter", "--ipv6");
  }

  @AfterAll
  static void end() throws Exception {
    if (lab != null) {
      lab.close();
    }
  }

  private static ArrayNode packets(JsonNode of, String payload, Object[]... changes) {
    ArrayNode packets = ForeignSender.list();
    for (int i = 0; i < PACKETS; i++) {
      packets.add(ForeignSender.packet(of, ++sequence, payload, changes));
    }
    return packets;
  }

  private static void set(String setting, String value) throws Exception {
    lab.run("on", "r1", "sysctl", "-qw", "net.ipv6.conf." + setting + "=" + value);
  }

  private static boolean has(String setting) throws IOException, InterruptedException {
    return lab.start("on", "r1", "sysctl", "-n", "net.ipv6.conf.r0." + setting).awaitExit() == 0;
  }

  private static long count(String router, String group, String name)
      throws IOException, InterruptedException {
    return lab.count(router, group, name);
  }

  /** Headers of IPv6 packets to r1 behind which the kernel finds another packet. */
  @ParameterizedTest
  @CsvSource({
    "seg6_enabled, false, 43, 0400040000000000",
    "seg6_enabled, false, 0, 2b00010400000000 0400040000000000",
    "seg6_enabled, false, 0, 2b00050200020100 0400040000000000",
    "seg6_enabled, true, 0, 2b00010400000000 2900040000000000",
    "rpl_seg_enabled, true, 43, 2900030000000000",
  })
  void shouldDropPacketsThatTheKernelUnpackedBehindTheDiversion(
      String setting, boolean ipv6, int type, String headers) throws Exception {
    assumeTrue(has(setting), "this kernel has no " + setting);
    JsonNode of = ipv6 ? overIpv6 : overIpv4;
    Object[] inside =
        ForeignSender.change("inside", "fd01::2", "fd01::1", type, headers.replace(" ", ""));
    long received = count("r1", "packets", "received");
    long dropped = count("r1", "drops", "ENCAPSULATED");
    long behind = count("r2", "packets", "received");
    for (String link : List.of("all", "r0")) {
      set(link + "." + setting, "1");
    }
    try {
      foreign.send(packets(of, "p", inside));
      Await.until(
          () -> "r1 to drop" + lab.described("r1"),
          () -> count("r1", "drops", "ENCAPSULATED") == dropped + PACKETS);
      // Each of them once: none comes again, and none has gone by.
      assertEquals(received + PACKETS, count("r1", "packets", "received"));
      foreign.send(packets(of, "p"));
      Await.until(
          () -> "r2 to have what came by itself" + lab.described("r2"),
          () -> count("r2", "packets", "received") >= behind + PACKETS);
      assertEquals(behind + PACKETS, count("r2", "packets", "received"));
    } finally {
      set("all." + setting, "0");
      set("r0." + setting, "0");
    }
  }

  /** Packets of 1,300 bytes, which are not to get the byte that the code would add. */
  @Test
  void shouldLetNoPacketGrowBeyondTheMtuThatIpv6HasAtALink() throws Exception {
    JsonNode of = foreign.session("--code", "star", "--ipv6");
    long faults = count("r1", "drops", "CODE_FAULT");
    set("r1.mtu", "1300");
    try {
      foreign.send(packets(of, "p".repeat(1_300 - 56 - 80 - 16)));
      Await.until(
          () -> "r1 to refuse" + lab.described("r1"),
          () -> count("r1", "drops", "CODE_FAULT") == faults + PACKETS);
    } finally {
      set("r1.mtu", "1500");
    }
  }
}
