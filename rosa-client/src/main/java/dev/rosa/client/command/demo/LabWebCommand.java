package dev.rosa.client.command.demo;

import dev.rosa.client.command.CommandFrame;
import dev.rosa.client.command.OutputOptions;
import dev.rosa.client.demo.firewall.web.WebService;
import dev.rosa.config.HostPort;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Internal command of {@code rosa demo firewall}: the web service that the plane guards. */
@Command(
    name = "lab-web",
    hidden = true,
    description = "Takes orders by HTTP, and reports malicious ones to a firewall plane.")
public final class LabWebCommand implements Callable<Integer> {

  @Option(names = "--listen", required = true, paramLabel = "IP:PORT", description = "where")
  private HostPort listen;

  @Option(
      names = "--plane",
      required = true,
      paramLabel = "SOCKET",
      description = "the reporters' socket of the firewall plane")
  private Path plane;

  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws Exception {
    try (WebService service = WebService.start(listen.toSocketAddress(), plane)) {
      output.line("web service ready: " + service.address());
      output.out().flush();
      CountDownLatch forever = new CountDownLatch(1);
      forever.await();
      return CommandFrame.OK;
    }
  }
}
