package dev.rosa.firewall.plane.operator;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.config.ConfigException;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Commands {@code allow add|remove|list}: sources that are never banned. */
@Command(
    name = "allow",
    description = "The sources that are never banned.",
    subcommands = {AllowCommand.Add.class, AllowCommand.Remove.class, AllowCommand.ShowAll.class},
    footer = {
      "",
      "Examples:",
      "  ./rosa firewall allow add 192.0.2.0/28",
      "  ./rosa firewall allow list"
    })
public final class AllowCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "expected add, remove or list");
  }

  /** Command {@code allow add}. */
  @Command(
      name = "add",
      description = {
        "Allow a source from now on, also after restarts, and lift bans with an address of it."
      },
      footer = {"", "Example:", "  ./rosa firewall allow add 192.0.2.0/28"})
  static final class Add extends OperatorCommand {
    @Parameters(paramLabel = "SOURCE", description = "An address, a prefix, or a MAC address.")
    private String source;

    @Override
    public Integer call() throws ConfigException, IOException {
      String text = source(source).text();
      List<JsonNode> lifted = ask(request("allow-add").put("source", text));
      if (json()) {
        lifted.forEach(this::print);
      } else {
        print("allowed " + text);
        lifted.forEach(ban -> print(BanText.done("lifted", ban)));
      }
      return 0;
    }
  }

  /** Command {@code allow remove}. */
  @Command(
      name = "remove",
      description = "Take back what 'allow add' has allowed.",
      footer = {"", "Example:", "  ./rosa firewall allow remove 192.0.2.0/28"},
      exitCodeListHeading = "%nExit codes:%n",
      exitCodeList = {"0:done", "1:failed, or it was not allowed by command", "2:wrong usage"})
  static final class Remove extends OperatorCommand {
    @Parameters(paramLabel = "SOURCE", description = "As 'allow list' shows it.")
    private String source;

    @Override
    public Integer call() throws ConfigException, IOException {
      String text = source(source).text();
      ask(request("allow-remove").put("source", text), this::print);
      if (!json()) {
        print("not allowed any more: " + text);
      }
      return 0;
    }
  }

  /** Command {@code allow list}. */
  @Command(
      name = "list",
      description = {
        "Show all allowed sources, and the reason of each: the configuration, a command, or this"
            + " machine's surroundings."
      },
      footer = {"", "Example:", "  ./rosa firewall allow list"})
  static final class ShowAll extends OperatorCommand {
    @Override
    public Integer call() throws ConfigException, IOException {
      ask(request("allow-list")).stream()
          .sorted(Comparator.comparing(allowed -> allowed.path("source").asText()))
          .forEach(this::show);
      return 0;
    }

    private void show(JsonNode allowed) {
      if (json()) {
        print(allowed);
      } else {
        print(
            "%-43s %s".formatted(allowed.path("source").asText(), allowed.path("reason").asText()));
      }
    }
  }
}
