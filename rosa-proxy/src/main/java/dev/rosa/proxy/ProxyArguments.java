package dev.rosa.proxy;

import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;

/**
 * Arguments in the order that a role's command line needs, {@code --config FILE} first. A command
 * may have it anywhere, or leave it out, and so may {@code --validate}. To serve, it must be named:
 * a command that was left out must not start a proxy. Stateless.
 */
final class ProxyArguments {
  private static final String CONFIG = "--config";
  private static final String VALIDATE = "--validate";
  private static final String USUAL_CONFIG = "config/proxy.xml";
  private static final Set<String> COMMANDS =
      Arrays.stream(ProxyCommand.class.getAnnotation(Command.class).subcommands())
          .map(command -> command.getAnnotation(Command.class).name())
          .collect(toSet());

  private ProxyArguments() {}

  static String[] inOrder(String... args) {
    boolean isCommand = args.length > 0 && COMMANDS.contains(args[0]);
    if (!isCommand && !List.of(args).contains(VALIDATE)) {
      return args;
    }
    String config = USUAL_CONFIG;
    List<String> others = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      if (args[i].equals(CONFIG) && i + 1 < args.length) {
        config = args[++i];
      } else if (args[i].startsWith(CONFIG + "=")) {
        config = args[i].substring(CONFIG.length() + 1);
      } else {
        others.add(args[i]);
      }
    }
    others.addAll(0, List.of(CONFIG, config));
    return others.toArray(String[]::new);
  }
}
