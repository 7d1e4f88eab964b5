package dev.rosa.router;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import dev.rosa.command.Commands;
import dev.rosa.control.v1.FetchCodeReply;
import dev.rosa.control.v1.FetchSecretReply;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import dev.rosa.keys.CodeDigest;
import dev.rosa.router.catalogue.ScriptedCodeServer;
import dev.rosa.router.pipeline.RouterBench;
import dev.rosa.testkit.CompiledBundle;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The router's command with a Code Server that says what a test wants. */
abstract class RouterCommandRig {

  static final byte[] BUNDLE = CompiledBundle.onPacket("").jar();
  static final int TTL_OFFSET = 8;
  static final CodeDigest CODE = CodeDigest.ofBundle(BUNDLE);

  @TempDir Path directory;
  TestDomain domain;
  ScriptedCodeServer server;
  final RouterBench.Flow flow = new RouterBench().flow(CODE);
  final StringWriter out = new StringWriter();
  final StringWriter err = new StringWriter();
  final ObjectMapper json = new ObjectMapper();

  @BeforeEach
  void start() {
    domain = TestDomain.in(directory.resolve("domain"));
    domain.issue(Role.ROUTER, "r1");
    server = new ScriptedCodeServer(domain, "cs1").start();
    server.secret = FetchSecretReply.newBuilder().setKci(ByteString.copyFrom(new byte[32])).build();
    serve("carol", BUNDLE);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  Path config(String routes) throws IOException {
    return server.writeRouterConfig(directory, overlay(routes));
  }

  static String overlay(String routes) {
    return """
    <prewarm limit="off"/>
      <overlay listen="127.0.0.1:0">%s</overlay>\
    """
        .formatted(routes);
  }

  int execute(String... args) {
    return Commands.commandLine(new RouterCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
  }

  void serve(String publisher, byte[] bundle) {
    CodeDigest digest = CodeDigest.ofBundle(bundle);
    server.catalogue =
        ScriptedCodeServer.catalogue(7, digest).toBuilder()
            .setEntries(
                0, ScriptedCodeServer.catalogue(7, digest).getEntries(0).toBuilder().addEpochs(1))
            .build();
    server.code =
        FetchCodeReply.newBuilder()
            .setBundle(ByteString.copyFrom(bundle))
            .setPublication(
                ScriptedCodeServer.publication(domain.user(publisher), digest, Instant.now()))
            .build();
  }
}
