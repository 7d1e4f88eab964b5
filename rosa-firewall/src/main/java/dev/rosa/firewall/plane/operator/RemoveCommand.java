package dev.rosa.firewall.plane.operator;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rosa.config.ConfigException;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;

/** Command {@code remove}: takes away what a plane has left in the kernel. */
@Command(
    name = "remove",
    description = {
      "Remove what a plane that does not run any more has left in the kernel, its bans in force"
          + " included. The record keeps the bans: a plane that starts again puts them in force.",
      "Needs CAP_NET_ADMIN."
    },
    footer = {"", "Example:", "  ./rosa firewall remove"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:failed, the plane runs, or there was nothing",
      "2:wrong usage or configuration"
    })
public final class RemoveCommand extends OperatorCommand {

  @Override
  public Integer call() throws ConfigException, IOException {
    if (plane().client().isReachable()) {
      throw new IOException("the firewall plane runs, expected it to be ended first");
    }
    List<String> removed = plane().removeLeftovers();
    if (removed.isEmpty()) {
      throw new IOException("there is nothing of this firewall plane here");
    }
    for (String each : removed) {
      if (json()) {
        print(JsonNodeFactory.instance.objectNode().put("removed", each));
      } else {
        print("removed: " + each);
      }
    }
    return 0;
  }
}
