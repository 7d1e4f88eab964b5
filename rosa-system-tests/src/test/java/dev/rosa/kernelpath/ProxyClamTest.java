package dev.rosa.kernelpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A proxy before c-icap, which asks ClamAV; it knows one signature, that of the EICAR file. */
@Tag("endtoend")
class ProxyClamTest extends ProxyScanRig {
  private static final Path MODULES = Path.of("/usr/lib/x86_64-linux-gnu/c_icap");

  /** In two parts, so that no scanner finds it in this file. */
  private static final String EICAR =
      "X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-" + "ANTIVIRUS-TEST-FILE!$H+H*";

  private static final String LARGE = "0123456789".repeat(300_000);

  private static final String CLAMD =
      """
      LocalSocket %1$s/clamd.sock
      DatabaseDirectory %1$s/signatures
      TemporaryDirectory %1$s
      LogFile %1$s/clamd.log
      Foreground yes
      """;

  private static final String C_ICAP =
      """
      PidFile %1$s/c-icap.pid
      CommandsSocket %1$s/c-icap.ctl
      Port 127.0.0.1:1344
      StartServers 1
      MaxServers 2
      ThreadsPerChild 8
      TmpDir %1$s
      ModulesDir %2$s
      ServicesDir %2$s
      TemplateDir /usr/share/c_icap/templates/
      LoadMagicFile /etc/c-icap/c-icap.magic
      ServerLog %1$s/c-icap.log
      AccessLog %1$s/c-icap-access.log
      Module common clamd_mod.so
      clamd_mod.ClamdSocket %1$s/clamd.sock
      Service echo srv_echo.so
      Service antivirus_module virus_scan.so
      ServiceAlias avscan virus_scan?allow204=on&sizelimit=off&mode=simple
      virus_scan.ScanFileTypes TEXT DATA EXECUTABLE ARCHIVE
      virus_scan.DefaultEngine clamd
      virus_scan.MaxObjectSize 5M
      """;

  @BeforeEach
  void requireScanner() {
    for (String file : List.of("/usr/bin/c-icap", "/usr/sbin/clamd", MODULES + "/virus_scan.so")) {
      assumeTrue(
          Files.exists(Path.of(file)),
          file + " is not there: c-icap, libc-icap-mod-virus-scan and clamav-daemon have them");
    }
  }

  private RunningProgram clamd() throws Exception {
    Path signatures = Files.createDirectories(folder.resolve("signatures"));
    Files.writeString(
        signatures.resolve("eicar.hdb"), "44d88612fea8a8f36de82e1278abb02f:68:Eicar-Test\n");
    Path config = Files.writeString(folder.resolve("clamd.conf"), CLAMD.formatted(folder));
    RunningProgram clamd =
        net.start("clamd", List.of("/usr/sbin/clamd", "--config-file=" + config));
    Await.until("clamd", () -> Files.exists(folder.resolve("clamd.sock")));
    return clamd;
  }

  private RunningProgram cIcap() throws Exception {
    Path config =
        Files.writeString(folder.resolve("c-icap.conf"), C_ICAP.formatted(folder, MODULES));
    RunningProgram icap =
        net.start("c-icap", List.of("/usr/bin/c-icap", "-N", "-f", config.toString()));
    Await.until("c-icap to listen", () -> net.shell("ss -Hltn").contains(":1344 "));
    return icap;
  }

  private static String rules(String service) {
    return RULES
        .formatted("100s", "refuse", "")
        .replace("/avscan", "/" + service)
        .replace("64KiB", "8MiB");
  }

  @Test
  void shouldFindAVirus() throws Exception {
    file("eicar.com", EICAR);
    file("clean.txt", LARGE);
    try (RunningProgram clamd = clamd();
        RunningProgram icap = cIcap();
        RunningProgram proxy = proxy("", rules("avscan"))) {
      assertTrue(fetch("/clean.txt").equals(LARGE + "200"), proxy.said() + icap.said());
      String page = fetch("/eicar.com");
      assertTrue(page.contains("Eicar-Test") && page.endsWith("403"), page + icap.said());
      assertEquals(1, scanned("found"), status().toString());
      assertEquals(1, scanned("clean"), status().toString());
      String unused = awaitLog("\"reason\":\"INFECTED\",\"scan\":\"virus: found");
      assertTrue(clamd.isAlive());
    }
  }

  @Test
  void shouldGiveWhatAnEchoGivesBack() throws Exception {
    file("clean.txt", LARGE);
    try (RunningProgram icap = cIcap();
        RunningProgram proxy = proxy("", rules("echo"))) {
      assertTrue(fetch("/clean.txt").equals(LARGE + "200"), proxy.said() + icap.said());
      assertEquals(1, scanned("changed"), status().toString() + icap.said());
    }
  }
}
