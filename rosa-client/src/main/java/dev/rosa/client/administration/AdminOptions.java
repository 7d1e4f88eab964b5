package dev.rosa.client.administration;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.client.endpoint.AdministrationClient;
import dev.rosa.client.endpoint.ServerList;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.Role;
import dev.rosa.serving.PeerText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options that every act has: the administrator's identity, the servers, the output's format. */
final class AdminOptions {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final int MOST_CHARS = 2_000;

  @Option(
      names = "--identity",
      required = true,
      paramLabel = "PREFIX",
      description =
          "your key and certificate of the role admin: PREFIX.key, PREFIX.crt, and"
              + " ca.crt beside them")
  private Path prefix;

  @Option(
      names = "--as",
      required = true,
      paramLabel = "HOST:PORT",
      description = "the Authorization Server; several on one database: A,B, asked in this order")
  private ServerList servers;

  @Option(names = "--json", description = "print JSON for machines on standard output")
  private boolean json;

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  AdministrationClient open(InstantSource clock, SecureRandom random) throws IdentityException {
    return AdministrationClient.open(
        servers.addresses(), Identity.load(prefix, clock, Role.ADMIN), random, clock);
  }

  /** Prints the answers, which a server may have written anything into. */
  void print(String act, List<String> lines) {
    List<String> shown = lines.stream().map(line -> PeerText.line(line, MOST_CHARS)).toList();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      ObjectNode answer = JSON.createObjectNode().put("act", act);
      shown.forEach(answer.putArray("done")::add);
      out.println(answer.toPrettyString());
    } else {
      shown.forEach(out::println);
    }
    out.flush();
  }
}
