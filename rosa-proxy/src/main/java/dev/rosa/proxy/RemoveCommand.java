package dev.rosa.proxy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rosa.config.ConfigException;
import dev.rosa.network.OwnershipMark;
import dev.rosa.proxy.divert.ProxyLeftovers;
import dev.rosa.proxy.rules.InterfacesConfig;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Command {@code remove}: takes away what a proxy has left in the kernel. */
@Command(
    name = "remove",
    description = {
      "Remove what a proxy that does not run any more has left in the kernel: tables, links, and"
          + " the route to its relays. Traffic passes unjudged then.",
      "Needs CAP_NET_ADMIN."
    },
    footer = {"", "Examples:", "  ./rosa proxy remove", "  ./rosa proxy remove --name proxy"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:failed, the proxy runs, or there was nothing",
      "2:wrong usage or configuration"
    })
final class RemoveCommand implements Callable<Integer> {

  @ParentCommand private ProxyCommand proxy;

  @Spec private CommandSpec spec;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "Name of the proxy; if left out, that of <interfaces> of the configuration.")
  private String name;

  @Option(names = "--json", description = "Print JSON objects, a line each.")
  private boolean json;

  @Override
  public Integer call() throws ConfigException, IOException {
    String owner = name == null ? configured() : checked();
    List<String> removed = ProxyLeftovers.remove(owner);
    if (removed.isEmpty()) {
      throw new IOException("there is nothing of a proxy '" + owner + "' here");
    }
    for (String each : removed) {
      proxy.print(
          json
              ? JsonNodeFactory.instance.objectNode().put("removed", each).toString()
              : "removed: " + each);
    }
    return 0;
  }

  private String checked() {
    if (!OwnershipMark.NAME.matcher(name).matches()) {
      throw new ParameterException(
          spec.commandLine(),
          "--name is '%s', expected up to 63 lower-case letters, digits, dots, hyphens"
              .formatted(name));
    }
    return name;
  }

  private String configured() throws ConfigException, IOException {
    InterfacesConfig interfaces = proxy.config().interfaces();
    if (interfaces == null) {
      throw new ConfigException(
          "the configuration has no <interfaces>, expected one or --name, as it names the proxy");
    }
    return interfaces.name();
  }
}
