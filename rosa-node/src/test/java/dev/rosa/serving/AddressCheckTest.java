package dev.rosa.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.config.ConfigFile;
import dev.rosa.config.HostPort;
import dev.rosa.config.Problems;
import dev.rosa.config.XmlConfig;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AddressCheckTest {
  record Sample(HostPort listen, String timeout) {}

  @TempDir Path folder;
  private Path file;
  private Problems problems;
  private ConfigFile<Sample> read;

  @BeforeEach
  void read() throws Exception {
    file =
        Files.writeString(
            folder.resolve("x.xml"),
            "<sample>\n<listen>h:1</listen>\n<timeout>1s</timeout>\n</sample>");
    problems = new Problems(file);
    read = XmlConfig.read(file, "dev/rosa/config/sample.xsd", Sample.class, problems).orElseThrow();
  }

  private List<String> lines() {
    return problems.all().stream().map(line -> line.toString().replace(file + ":", "")).toList();
  }

  private static InetAddress known(String host) throws UnknownHostException {
    if (host.equals("unknown")) {
      throw new UnknownHostException(host);
    }
    return InetAddress.getByName(host.equals("here") ? "127.0.0.1" : host);
  }

  @Test
  void shouldTakeAddressesOfThisMachineAndNamesThatResolve() {
    AddressCheck check = new AddressCheck(AddressCheckTest::known, Duration.ofMinutes(5));
    for (String own :
        new String[] {"127.0.0.1:1", "127.8.0.1:1", "[::]:1", "0.0.0.0:0", "here:1"}) {
      check.own(read.at("listen"), HostPort.parse(own));
    }
    check.peer(read.at("timeout"), HostPort.parse("192.0.2.1:1"));
    check.required(read.at("timeout"), HostPort.parse("here:1"));
    check.own(read.at("timeout"), null);
    check.report();
    assertEquals(List.of(), lines());
  }

  @Test
  void shouldWarnOfAddressesOfOthersAndNamesThatDoNotResolve() {
    AddressCheck check = new AddressCheck(AddressCheckTest::known, Duration.ofMinutes(5));
    check.own(read.at("listen"), HostPort.parse("192.0.2.1:9101"));
    check.peer(read.at("timeout"), HostPort.parse("unknown:7002"));
    check.report();
    assertEquals(
        List.of(
            "2: warning: <listen> is 192.0.2.1:9101, which is not an address of this machine,"
                + " expected one that is",
            "3: warning: <timeout> is unknown:7002, a name that does not resolve within 5m,"
                + " expected one that does, or an address"),
        lines());
  }

  @Test
  void shouldNotWaitForLookupsThatDoNotEnd() {
    CountDownLatch never = new CountDownLatch(1);
    AddressCheck check =
        new AddressCheck(
            host -> {
              try {
                never.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              throw new UnknownHostException(host);
            },
            Duration.ofMillis(50));
    check.required(read.at("listen"), HostPort.parse("slow:1"));
    check.peer(read.at("timeout"), HostPort.parse("slower:1"));
    check.report();
    assertEquals(
        List.of(
            "2: <listen> is slow:1, a name that does not resolve within 50ms, expected one that"
                + " does, or an address",
            "3: warning: <timeout> is slower:1, a name that does not resolve within 50ms, expected"
                + " one that does, or an address"),
        lines());
    never.countDown();
  }
}
