package dev.rosa.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rosa.config.ConfigException;
import dev.rosa.proxy.rules.LoadedRules;
import dev.rosa.proxy.rules.Rule;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Command {@code rosa proxy rules}: the rules in their canonical form. */
@Command(
    name = "rules",
    description = {
      "Show the rules of a configuration in their canonical form, in the order in which they are"
          + " asked.",
      "Rules that never decide are named on standard error."
    },
    footer = {
      "",
      "Examples:",
      "  ./rosa proxy rules --config config/proxy.xml",
      "  ./rosa proxy rules --reload"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:failed, or the rules in force stay as they are",
      "2:wrong usage or configuration"
    })
final class RulesCommand implements Callable<Integer> {

  @ParentCommand private ProxyCommand proxy;

  @Option(names = "--json", description = "A JSON object a line.")
  private boolean json;

  @Option(
      names = "--reload",
      description =
          "Let the running proxy read its configuration again, and put its rules in force.")
  private boolean reloads;

  /** A rule as a result. */
  record Line(Integer number, String name, String action, String log, String text, String where) {

    static Line of(Rule rule) {
      return new Line(
          rule.number(),
          rule.name(),
          rule.action().label(),
          rule.log().label(),
          rule.text(),
          rule.where());
    }
  }

  @Override
  public Integer call() throws ConfigException, IOException {
    if (reloads) {
      proxy
          .client()
          .ask(JsonNodeFactory.instance.objectNode().put("command", "reload"), this::tell);
    } else {
      show();
    }
    return 0;
  }

  private void tell(JsonNode answer) {
    proxy.print(json ? answer.toString() : answer.path("rules").asInt() + " rules are in force");
  }

  private void show() throws ConfigException {
    LoadedRules loaded = proxy.load();
    loaded.rules().rules().forEach(rule -> print(Line.of(rule)));
    String action = loaded.rules().action(null).label();
    String log = loaded.rules().log(null).label();
    print(new Line(null, "default", action, log, action + " log=\"" + log + '"', null));
  }

  private void print(Line line) {
    if (json) {
      proxy.print(Json.of(line));
    } else {
      String number = line.number() == null ? "-" : line.number().toString();
      proxy.print("%5s  %-16s %s".formatted(number, line.name(), line.text()));
    }
  }
}
