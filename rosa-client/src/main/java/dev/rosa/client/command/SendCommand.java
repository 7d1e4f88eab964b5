package dev.rosa.client.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.client.endpoint.AuthorizationClient;
import dev.rosa.client.endpoint.CallFailedException;
import dev.rosa.client.endpoint.DatagramLink;
import dev.rosa.client.endpoint.SessionRequest;
import dev.rosa.client.endpoint.Source;
import dev.rosa.client.endpoint.SourceEvent;
import dev.rosa.config.HostPort;
import dev.rosa.identity.Identity;
import dev.rosa.provider.ProviderRegistry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rosa send}: any UDP application's datagrams, each as an active packet. */
@Command(
    name = "send",
    description = {
      "Takes the datagrams of any UDP application and sends each as an active packet.",
      "",
      "Opens a session at the Authorization Server and renews it before it ends. Ends on SIGTERM,"
          + " SIGINT, --count or --idle-exit with a summary; exit code 1 if the server refuses a"
          + " renewal."
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
          + " --seconds 60 --idle-exit 5s --json"
    })
public final class SendCommand implements Callable<Integer> {
  private static final int MAX_PORT = 65_535;
  private static final int POLL_MILLIS = 100;

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
      names = "--via",
      required = true,
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
      defaultValue = "1500",
      description = "the longest IP packet the overlay carries whole (default: ${DEFAULT-VALUE})")
  private int mtu;

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
    CommandFrame.logEvents();
    Identity self = identity.load(context.clock());
    SessionRequest request =
        options.request(self.id().domain(), SessionRequest.Window.ofSeconds(seconds));
    try (StopSignal stop = StopSignal.install();
        DatagramLink link = DatagramLink.open(via);
        DatagramIntake intake = DatagramIntake.start(listen);
        AuthorizationClient client =
            AuthorizationClient.open(options.server(), self, context.random());
        Source source =
            Source.open(
                client,
                request,
                ProviderRegistry.builtIn()::engineFor,
                link,
                new Source.Settings(servicePort, mtu))) {
      if (source.maxPayloadBytes() == 0) {
        throw CommandFailedException.usage("--mtu " + mtu + " leaves no room for any payload");
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

  private void sayReady(Source source, DatagramIntake intake) throws IOException {
    output
        .err()
        .println(
            "ready: "
                + intake.address()
                + " to "
                + via
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
    ProgressLine progress =
        ProgressLine.start(output.err(), stream.progress(), () -> state(source, intake));
    try {
      pump(source, intake, stop);
    } finally {
      progress.close();
      printSummary(source, intake);
    }
    stop.finished(CommandFrame.OK);
    return CommandFrame.OK;
  }

  private void pump(Source source, DatagramIntake intake, StopSignal stop)
      throws CallFailedException, IOException, InterruptedException {
    long taken = 0;
    long lastMillis = context.clock().millis();
    while (!stream.isOver(taken, context.clock().millis() - lastMillis)) {
      if (stop.isRequested()) {
        // Nothing new is taken, what waits is still sent.
        intake.close();
      }
      ByteBuffer datagram = intake.next(stop.isRequested() ? 0 : POLL_MILLIS);
      boolean sent = datagram != null && send(source, datagram, stop);
      if (stop.isRequested() && !sent) {
        return;
      }
      if (sent) {
        taken++;
        lastMillis = context.clock().millis();
      }
    }
  }

  private boolean send(Source source, ByteBuffer datagram, StopSignal stop)
      throws CallFailedException, InterruptedException {
    while (!source.isReady()) {
      if (stop.isRequested()) {
        return false;
      }
      Thread.sleep(POLL_MILLIS);
    }
    int bytes = datagram.remaining();
    if (source.send(datagram) == Source.Outcome.TOO_LARGE) {
      sayTooLarge(bytes, source.maxPayloadBytes());
    }
    return true;
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
                  + " would fit (--mtu "
                  + mtu
                  + "); it and others like it are dropped and counted");
      output.err().flush();
    }
  }

  private static String state(Source source, DatagramIntake intake) {
    long sessions = source.counters().get(SourceEvent.SESSIONS);
    StringBuilder line = new StringBuilder();
    line.append("sent ").append(source.counters().get(SourceEvent.PACKETS)).append(" packets, ");
    line.append(source.counters().get(SourceEvent.BYTES)).append(" bytes, ");
    line.append(sessions - 1).append(" session renewals");
    appendIfAny(line, source.counters().get(SourceEvent.TOO_LARGE), " too large");
    appendIfAny(line, source.counters().get(SourceEvent.LINK_FAILED), " not taken by the link");
    appendIfAny(line, intake.overflowed(), " dropped while waiting");
    return line.toString();
  }

  private static void appendIfAny(StringBuilder line, long count, String what) {
    if (count > 0) {
      line.append(", ").append(count).append(what);
    }
  }

  private void printSummary(Source source, DatagramIntake intake) {
    if (!output.json()) {
      output.line(state(source, intake));
      return;
    }
    ObjectNode json = CommandContext.JSON.createObjectNode();
    source.counters().byName().forEach(json::put);
    json.put("renewals", source.counters().get(SourceEvent.SESSIONS) - 1);
    json.put("dropped", intake.overflowed());
    output.json(json);
  }
}
