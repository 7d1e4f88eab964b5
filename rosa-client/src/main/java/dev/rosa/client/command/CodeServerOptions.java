package dev.rosa.client.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import dev.rosa.client.endpoint.PublicationClient;
import dev.rosa.client.endpoint.ServerList;
import dev.rosa.control.v1.CodeDescription;
import dev.rosa.identity.IdentityException;
import dev.rosa.serving.PeerText;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Options of all {@code rosa code} commands: the user's identity, the Code Server, and the format
 * in which code is printed.
 */
final class CodeServerOptions {
  private static final int MOST_CHARS = 2_000;

  @Mixin private IdentityOption identity = new IdentityOption();

  @Option(
      names = "--code-server",
      required = true,
      paramLabel = "HOST:PORT",
      description = "the Code Server; several on one database: A,B, asked in this order")
  private ServerList servers;

  @Mixin private OutputOptions output = new OutputOptions();

  PublicationClient open(CommandContext context) throws IdentityException, CommandFailedException {
    return PublicationClient.open(
        servers.addresses(), identity.load(context.clock()), context.clock());
  }

  OutputOptions output() {
    return output;
  }

  static ObjectNode json(CodeDescription code) {
    ObjectNode json = CommandContext.JSON.createObjectNode();
    json.put("name", shown(code.getName())).put("digest", digest(code));
    json.put("publisher", shown(code.getPublisher()));
    json.put("publishedAt", Integer.toUnsignedLong(code.getPublishedAt()));
    json.put("withdrawn", code.getWithdrawn());
    json.put("sizeBytes", Integer.toUnsignedLong(code.getSizeBytes()));
    json.put("entryClass", shown(code.getEntryClass()));
    ArrayNode epochs = json.putArray("epochs");
    code.getEpochsList().forEach(epoch -> epochs.add(Integer.toUnsignedLong(epoch)));
    ArrayNode routers = json.putArray("routers");
    code.getRoutersList().forEach(router -> routers.add(shown(router)));
    ArrayNode others = json.putArray("alsoPublishedBy");
    code.getAlsoPublishedByList().forEach(publisher -> others.add(shown(publisher)));
    return json;
  }

  static String line(CodeDescription code) {
    return shown(code.getName()) + "  " + digest(code) + (code.getWithdrawn() ? "  withdrawn" : "");
  }

  /** Prints one code in full. */
  void print(CodeDescription code) {
    if (output.json()) {
      output.json(json(code));
      return;
    }
    output.line(
        "name         " + shown(code.getName()) + (code.getWithdrawn() ? " (withdrawn)" : ""));
    output.line("digest       " + digest(code));
    output.line(
        "published    "
            + Instant.ofEpochSecond(Integer.toUnsignedLong(code.getPublishedAt()))
            + " by "
            + shown(code.getPublisher()));
    output.line(
        "bundle       " + code.getSizeBytes() + " bytes, entry " + shown(code.getEntryClass()));
    output.line("epochs       " + epochs(code));
    output.line("routers      " + routers(code));
    code.getAlsoPublishedByList()
        .forEach(
            publisher ->
                output.line("also by      " + shown(publisher) + ", who keeps it in service"));
  }

  /** The routers that may have a code, and why they still may if its publication is withdrawn. */
  private static String routers(CodeDescription code) {
    if (code.getRoutersCount() == 0) {
      return code.getWithdrawn() ? "none any more" : "none, by the Code Server's configuration";
    }
    String names = shown(String.join(", ", code.getRoutersList()));
    return code.getWithdrawn() ? names + ", as others publish the same code" : names;
  }

  /** Prints a code that was withdrawn, and the codes that stay in service under its name. */
  void printWithdrawn(CodeDescription code) {
    List<String> inService = code.getInServiceList().stream().map(CodeServerOptions::hex).toList();
    if (output.json()) {
      ObjectNode json = json(code);
      inService.forEach(json.putArray("inService")::add);
      output.json(json);
      return;
    }
    print(code);
    inService.forEach(digest -> output.line("in service   " + digest + ", under the same name"));
  }

  private static String epochs(CodeDescription code) {
    return code.getEpochsCount() == 0
        ? "none, no secret was staged yet"
        : code.getEpochsList().stream()
            .map(Integer::toUnsignedString)
            .collect(Collectors.joining(", "));
  }

  /** Text of the Code Server's, which may be anything. */
  private static String shown(String text) {
    return PeerText.line(text, MOST_CHARS);
  }

  private static String digest(CodeDescription code) {
    return hex(code.getDigest());
  }

  private static String hex(ByteString digest) {
    return HexFormat.of().formatHex(digest.toByteArray());
  }
}
