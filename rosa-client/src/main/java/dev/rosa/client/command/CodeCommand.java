package dev.rosa.client.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.admission.Admission;
import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.bundle.admission.CodeBudgets;
import dev.rosa.bundle.admission.Finding;
import dev.rosa.client.endpoint.PublicationClient;
import dev.rosa.control.v1.CodeDescription;
import dev.rosa.control.v1.ListCodeReply;
import dev.rosa.keys.CodeDigest;
import dev.rosa.serving.PeerText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
        .addSubcommand(new Check())
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
        CodeBundle admitted = new Admission(BundleFile.LIMITS).admit(bundle, () -> false);
        ManifestWarnings.of(admitted)
            .forEach(warning -> server.output().note("warning: " + warning));
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

  /** Command {@code rosa code check}: admission of a bundle, with everything that it finds. */
  @Command(
      name = "check",
      description = {
        "Checks a code bundle as the Code Server and every router will. Needs no server and no"
            + " identity.",
        "Prints each thing that the bundle is refused for: class, method, line, reason, and what to"
            + " use instead. Warns of attributes Rosa-… in its manifest that are not known. Ends"
            + " with 0 if the bundle is admitted, 1 if it is refused, 2 if the file cannot be read."
      },
      footer = {
        "",
        "Examples:",
        "  rosa code check transcoder.jar",
        "  rosa code check build/app-1.2.jar --json"
      })
  static final class Check implements Callable<Integer> {
    private static final int MOST_NAME_CHARS = 4_096;

    @Parameters(paramLabel = "FILE", description = "the bundle, a jar")
    private Path file;

    @Mixin private OutputOptions output = new OutputOptions();

    Check() {}

    @Override
    public Integer call() throws CommandFailedException {
      byte[] jar = read();
      List<Finding> findings = new ArrayList<>();
      Optional<CodeBundle> bundle = new Admission(BundleFile.LIMITS).report(jar, findings::add);
      if (output.json()) {
        output.json(json(jar, bundle, findings));
      } else {
        print(jar, bundle, findings);
      }
      return findings.isEmpty() ? CommandFrame.OK : CommandFrame.FAILED;
    }

    private byte[] read() throws CommandFailedException {
      try {
        return BundleFile.read(file);
      } catch (CommandFailedException e) {
        throw CommandFailedException.usage(e.getMessage());
      } catch (IOException e) {
        throw CommandFailedException.usage(IoSentence.of(e));
      }
    }

    private void print(byte[] jar, Optional<CodeBundle> bundle, List<Finding> findings) {
      findings.forEach(finding -> output.line(finding.text()));
      bundle.ifPresent(
          opened ->
              ManifestWarnings.of(opened).forEach(warning -> output.line("warning: " + warning)));
      String verdict =
          switch (findings.size()) {
            case 0 -> "admitted";
            case 1 -> "refused, 1 finding";
            default -> "refused, %d findings".formatted(findings.size());
          };
      output.line(PeerText.line(file.toString(), MOST_NAME_CHARS) + ": " + verdict);
      output.line("digest       " + CodeDigest.ofBundle(jar));
      output.line(
          String.format(
              Locale.ROOT,
              "size         %,d bytes of %,d",
              jar.length,
              BundleFile.LIMITS.bundleBytes()));
      bundle.ifPresent(this::print);
    }

    private void print(CodeBundle bundle) {
      CodeBudgets budgets = bundle.budgets();
      output.line(
          "entry        %s, %d classes".formatted(bundle.entryClass(), bundle.classes().size()));
      output.line("code API     version " + budgets.apiVersion());
      output.line(
          String.format(
              Locale.ROOT, "fuel         %,d units a packet", 1_000L * budgets.fuelThousands()));
      output.line(
          String.format(
              Locale.ROOT,
              "memory       %,d KiB for a packet, and for an instance in all",
              budgets.memoryKib()));
    }

    private ObjectNode json(byte[] jar, Optional<CodeBundle> bundle, List<Finding> findings) {
      ObjectNode json = CommandContext.JSON.createObjectNode();
      json.put("file", file.toString()).put("admitted", findings.isEmpty());
      json.put("digest", CodeDigest.ofBundle(jar).hex());
      json.put("sizeBytes", jar.length).put("mostBytes", BundleFile.LIMITS.bundleBytes());
      bundle.ifPresent(opened -> put(json, opened));
      ArrayNode list = json.putArray("findings");
      findings.forEach(finding -> put(list.addObject(), finding));
      bundle.map(ManifestWarnings::of).orElse(List.of()).forEach(json.putArray("warnings")::add);
      return json;
    }

    private static void put(ObjectNode json, CodeBundle bundle) {
      CodeBudgets budgets = bundle.budgets();
      json.put("entryClass", bundle.entryClass()).put("classes", bundle.classes().size());
      json.put("apiVersion", budgets.apiVersion());
      json.put("fuelThousands", budgets.fuelThousands());
      json.put("memoryKib", budgets.memoryKib());
    }

    /** A finding; places that are not known are left out. */
    private static void put(ObjectNode json, Finding finding) {
      put(json, "class", finding.type());
      put(json, "method", finding.method());
      put(json, "file", finding.file());
      if (finding.line() > 0) {
        json.put("line", finding.line());
      }
      json.put("reason", finding.reason());
      put(json, "instead", finding.instead());
    }

    private static void put(ObjectNode json, String name, String value) {
      if (!value.isEmpty()) {
        json.put(name, value);
      }
    }
  }

  /** Reader of a code bundle's file for a publisher's commands. Stateless. */
  private static final class BundleFile {

    /** Limits of a Code Server whose operator sets none. */
    static final BundleLimits LIMITS = BundleLimits.defaults();

    private BundleFile() {}

    /**
     * The file's bytes, one more than allowed at most: that is enough for the check to refuse it.
     *
     * @throws CommandFailedException if it is a directory
     */
    static byte[] read(Path file) throws IOException, CommandFailedException {
      if (Files.isDirectory(file)) {
        throw CommandFailedException.failed(file + ": is a directory, expected a jar");
      }
      try (InputStream in = Files.newInputStream(file)) {
        return in.readNBytes(LIMITS.bundleBytes() + 1);
      }
    }
  }
}
