package dev.rosa.client.command;

import dev.rosa.client.endpoint.AuthorizationClient;
import dev.rosa.client.endpoint.CallFailedException;
import dev.rosa.client.endpoint.SessionRequest;
import dev.rosa.client.endpoint.Source;
import dev.rosa.client.link.KernelLink;
import dev.rosa.client.link.OverlayLink;
import dev.rosa.client.link.PacketLink;
import dev.rosa.command.StopSignal;
import dev.rosa.config.HostPort;
import dev.rosa.identity.Identity;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.serving.SteadyClock;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code rosa send}: any UDP application's datagrams, each as an active packet. */
@Command(
    name = "send",
    description = {
      "Takes the datagrams of any UDP application and sends each as an active packet.",
      "",
      "Opens a session at the Authorization Server and renews it before it ends, or when the server"
          + " tells to: its secret, rule or code was replaced. Ends on SIGTERM, SIGINT, --count or"
          + " --idle-exit with a summary; exit code 1 if the server tells that the session was"
          + " revoked, if it refuses a renewal, or if a datagram was not sent: it waited for a"
          + " session, was too large, or the link did not take it.",
      "",
      "Packets leave over an overlay link (--via), or as IP packets of their own from the address"
          + " --source, which must be one of this machine's (--link kernel). With the kernel the"
          + " path MTU is the limit. Over IPv6 that way needs CAP_NET_RAW: Linux asks for it to set"
          + " Router Alert."
    },
    footer = {
      "",
      "Examples:",
      "  rosa send --identity domain/alice --as 127.0.0.1:7001 --code transcoder"
          + " --source 10.0.1.1 --destination 10.0.2.1 --listen 127.0.0.1:5004"
          + " --via 127.0.0.1:3323 --service-port 6004",
      "  rosa send --identity domain/alice --as 127.0.0.1:7001 --code counter"
          + " --source 10.0.1.1 --destination 10.0.2.1 --listen 127.0.0.1:5004"
          + " --via 127.0.0.1:3323 --service-port 6004 --suite AES256-GCM --recipient bob"
          + " --seconds 60 --idle-exit 5s --json",
      "  rosa send --identity domain/alice --as 10.9.0.1:7001 --code counter --link kernel"
          + " --source 10.0.1.2 --destination 10.0.2.2 --listen 127.0.0.1:5004"
          + " --service-port 6004",
      "  sudo setpriv --reuid=$USER --init-groups --inh-caps=+net_raw --ambient-caps=+net_raw"
          + " rosa send --link kernel --source fd01::2 ..."
    })
public final class SendCommand implements Callable<Integer> {
  private static final int OVERLAY_MTU = 1_500;
  private static final int MAX_PORT = 65_535;

  private final CommandContext context;

  @Mixin private IdentityOption identity = new IdentityOption();

  @Mixin private SessionOptions options = new SessionOptions();

  @Option(
      names = "--listen",
      required = true,
      paramLabel = "HOST:PORT",
      description = "where the application sends its datagrams")
  private HostPort listen;

  @Option(
      names = "--link",
      paramLabel = "KIND",
      defaultValue = "overlay",
      description = "how packets leave: overlay or kernel (default: ${DEFAULT-VALUE})")
  private LinkKind kind;

  @Option(
      names = "--via",
      paramLabel = "HOST:PORT",
      description = "the overlay address of the first router")
  private HostPort via;

  @Option(
      names = "--service-port",
      required = true,
      paramLabel = "PORT",
      description = "the application's port at the Destination")
  private int servicePort;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "300",
      description = "length of each session's window, at least 2 (default: ${DEFAULT-VALUE})")
  private int seconds;

  @Option(
      names = "--mtu",
      paramLabel = "BYTES",
      description = "the longest IP packet the overlay carries whole (default: 1500)")
  private Integer mtu;

  @Mixin private StreamOptions stream = new StreamOptions();

  @Mixin private OutputOptions output = new OutputOptions();

  private boolean saidTooLarge;

  /** The command in this context. */
  public SendCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws Exception {
    checkNumbers();
    checkLink();
    CommandFrame.logEvents();
    Identity self = identity.load(context.clock());
    SessionRequest request =
        options.request(self.id().domain(), SessionRequest.Window.ofSeconds(seconds));
    try (StopSignal stop = StopSignal.install();
        PacketLink link = link();
        DatagramIntake intake = DatagramIntake.start(listen);
        AuthorizationClient client =
            AuthorizationClient.open(options.servers(), self, context.random());
        Source source =
            Source.open(
                client, request, ProviderRegistry.builtIn()::engineFor, link, servicePort)) {
      if (source.maxPayloadBytes() == 0) {
        throw CommandFailedException.usage(limit() + " leaves no room for any payload");
      }
      sayReady(source, intake);
      return run(source, intake, stop);
    }
  }

  private void checkNumbers() throws CommandFailedException {
    if (servicePort < 0 || servicePort > MAX_PORT) {
      throw CommandFailedException.usage("--service-port must be 0 to " + MAX_PORT);
    }
    if (seconds < 2) {
      throw CommandFailedException.usage("--seconds must be at least 2");
    }
  }

  private void checkLink() throws CommandFailedException {
    if (kind == LinkKind.OVERLAY && via == null) {
      throw CommandFailedException.usage(
          "expected --via with the first router's overlay address, or --link kernel");
    }
    if (kind == LinkKind.KERNEL && (via != null || mtu != null)) {
      throw CommandFailedException.usage(
          "--via and --mtu are for overlay links; with --link kernel the kernel knows both");
    }
  }

  private PacketLink link() throws IOException {
    return kind == LinkKind.KERNEL
        ? KernelLink.open(options.source(), options.destination())
        : OverlayLink.open(via, overlayMtu());
  }

  private int overlayMtu() {
    return mtu == null ? OVERLAY_MTU : mtu;
  }

  private String limit() {
    return kind == LinkKind.KERNEL ? "the path MTU" : "--mtu " + overlayMtu();
  }

  private void sayReady(Source source, DatagramIntake intake) throws IOException {
    output
        .err()
        .println(
            "ready: "
                + intake.address()
                + " to "
                + (via == null ? options.destination().getHostAddress() : via)
                + ", session "
                + source.session().sessionHex()
                + ", suite "
                + source.session().parameters().suite()
                + ", at most "
                + source.maxPayloadBytes()
                + " bytes a datagram");
    output.err().flush();
  }

  private int run(Source source, DatagramIntake intake, StopSignal stop)
      throws CallFailedException, IOException, InterruptedException {
    DatagramPump pump =
        new DatagramPump(
            source,
            intake,
            SteadyClock.ofMachine(),
            stop::isRequested,
            bytes -> sayTooLarge(bytes, source.maxPayloadBytes()));
    SendTally tally = new SendTally(source.counters(), intake, pump);
    ProgressLine progress = ProgressLine.start(output.err(), stream.progress(), tally::text);
    try {
      pump.run(stream);
    } finally {
      progress.close();
      tally.print(output);
    }
    int exitCode = exitCode(tally);
    stop.finished(exitCode);
    return exitCode;
  }

  private int exitCode(SendTally tally) {
    if (tally.notSent() == 0) {
      return CommandFrame.OK;
    }
    output.note("rosa send: " + tally.notSent() + " datagrams were not sent: " + tally.reasons());
    return CommandFrame.FAILED;
  }

  private void sayTooLarge(int bytes, int most) {
    if (!saidTooLarge) {
      saidTooLarge = true;
      output
          .err()
          .println(
              "a datagram of "
                  + bytes
                  + " bytes is too large for one packet, "
                  + most
                  + " would fit ("
                  + limit()
                  + "); it and others like it are dropped and counted");
      output.err().flush();
    }
  }
}
