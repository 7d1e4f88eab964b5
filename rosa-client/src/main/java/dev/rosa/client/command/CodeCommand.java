package dev.rosa.client.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.rosa.admission.Admission;
import dev.rosa.bundle.BundleException;
import dev.rosa.client.endpoint.PublicationClient;
import dev.rosa.control.v1.CodeDescription;
import dev.rosa.control.v1.ListCodeReply;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code rosa code}: a publisher's commands for the Code Server. */
@Command(
    name = "code",
    description =
        "Checks code bundles; publishes them at the Code Server, lists, shows and withdraws them.",
    footer = {
      "",
      "Examples:",
      "  rosa code check transcoder.jar",
      "  rosa code publish transcoder.jar --identity domain/carol --code-server 127.0.0.1:7002",
      "  rosa code list --identity domain/carol --code-server 127.0.0.1:7002"
    })
public final class CodeCommand implements Runnable {
  @Spec private CommandSpec spec;

  private CodeCommand() {}

  static CommandLine commandLine(CommandContext context) {
    return new CommandLine(new CodeCommand())
        .addSubcommand(new CodeCheckCommand())
        .addSubcommand(new Publish(context))
        .addSubcommand(new ListCode(context))
        .addSubcommand(new Show(context))
        .addSubcommand(new Withdraw(context));
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "expected check, publish, list, show or withdraw");
  }

  /** {@code rosa code publish}. */
  @Command(
      name = "publish",
      description = {
        "Signs and publishes a code bundle.",
        "The bundle is checked here first, as the Code Server and every router will check it."
      },
      footer = {
        "",
        "Examples:",
        "  rosa code publish transcoder.jar --identity domain/carol --code-server 127.0.0.1:7002",
        "  rosa code publish build/app-1.2.jar --name app --identity domain/carol"
            + " --code-server 127.0.0.1:7002"
      })
  static final class Publish implements Callable<Integer> {
    private static final String SUFFIX = ".jar";

    private final CommandContext context;

    @Parameters(paramLabel = "FILE", description = "the bundle, a jar")
    private Path file;

    @Option(
        names = "--name",
        paramLabel = "NAME",
        description = "the code's name (default: the file's, without .jar)")
    private String name;

    @Mixin private CodeServerOptions server = new CodeServerOptions();

    Publish(CommandContext context) {
      this.context = context;
    }

    @Override
    public Integer call() throws Exception {
      byte[] bundle = readChecked();
      try (PublicationClient client = server.open(context)) {
        server.print(client.publish(name == null ? nameOf(file) : name, bundle));
      }
      return CommandFrame.OK;
    }

    private byte[] readChecked() throws IOException, CommandFailedException {
      byte[] bundle = BundleFile.read(file);
      try {
        new Admission(BundleFile.LIMITS).admit(bundle, () -> false);
        return bundle;
      } catch (BundleException e) {
        throw CommandFailedException.failed(file + ": " + e.getMessage());
      }
    }

    private static String nameOf(Path file) {
      String name = file.getFileName().toString();
      return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
    }
  }

  /** {@code rosa code list}. */
  @Command(
      name = "list",
      description = "Lists the code at the Code Server: name and digest.",
      footer = {
        "",
        "Examples:",
        "  rosa code list --identity domain/carol --code-server 127.0.0.1:7002",
        "  rosa code list --all --json --identity domain/carol --code-server 127.0.0.1:7002"
      })
  static final class ListCode implements Callable<Integer> {
    private final CommandContext context;

    @Option(
        names = "--all",
        description = "withdrawn code too: the 1,024 codes that were withdrawn last")
    private boolean all;

    @Mixin private CodeServerOptions server = new CodeServerOptions();

    ListCode(CommandContext context) {
      this.context = context;
    }

    @Override
    public Integer call() throws Exception {
      try (PublicationClient client = server.open(context)) {
        print(client.list(all));
      }
      return CommandFrame.OK;
    }

    private void print(ListCodeReply reply) {
      print(reply.getCodesList());
      if (reply.getLeftOut() != 0) {
        server
            .output()
            .note(
                "%s more that were withdrawn before are not shown"
                    .formatted(Integer.toUnsignedString(reply.getLeftOut())));
      }
    }

    private void print(List<CodeDescription> codes) {
      if (server.output().json()) {
        ArrayNode json = CommandContext.JSON.createArrayNode();
        codes.forEach(code -> json.add(CodeServerOptions.json(code)));
        server.output().json(json);
      } else {
        codes.forEach(code -> server.output().line(CodeServerOptions.line(code)));
      }
    }
  }

  /** {@code rosa code show}. */
  @Command(
      name = "show",
      description = "Shows one code.",
      footer = {
        "",
        "Examples:",
        "  rosa code show transcoder --identity domain/carol --code-server 127.0.0.1:7002",
        "  rosa code show 04f336b9 --identity domain/carol --code-server 127.0.0.1:7002"
      })
  static final class Show implements Callable<Integer> {
    private final CommandContext context;

    @Parameters(paramLabel = "CODE", description = "a name, or 8 or more hex digits of a digest")
    private String code;

    @Mixin private CodeServerOptions server = new CodeServerOptions();

    Show(CommandContext context) {
      this.context = context;
    }

    @Override
    public Integer call() throws Exception {
      try (PublicationClient client = server.open(context)) {
        server.print(client.show(code));
      }
      return CommandFrame.OK;
    }
  }

  /** {@code rosa code withdraw}. */
  @Command(
      name = "withdraw",
      description = {
        "Takes back your publication of a code. Routers run the code no more, unless other"
            + " publishers have published the same bytes: then it stays in service, and they are"
            + " listed. The Code Server's operator can take it out of service for all.",
        "A name stands for the code that was published under it last. Others of yours under that"
            + " name stay in service and are listed."
      },
      footer = {
        "",
        "Examples:",
        "  rosa code withdraw transcoder --identity domain/carol --code-server 127.0.0.1:7002"
      })
  static final class Withdraw implements Callable<Integer> {
    private final CommandContext context;

    @Parameters(paramLabel = "CODE", description = "a name, or 8 or more hex digits of a digest")
    private String code;

    @Mixin private CodeServerOptions server = new CodeServerOptions();

    Withdraw(CommandContext context) {
      this.context = context;
    }

    @Override
    public Integer call() throws Exception {
      try (PublicationClient client = server.open(context)) {
        server.printWithdrawn(client.withdraw(code));
      }
      return CommandFrame.OK;
    }
  }
}
