package dev.rosa.proxy;

import dev.rosa.command.RoleCommand;
import dev.rosa.config.ConfigException;
import dev.rosa.config.ConfigFile;
import dev.rosa.config.Problems;
import dev.rosa.proxy.login.page.LoginService;
import dev.rosa.proxy.operator.LogCommand;
import dev.rosa.proxy.operator.LoginCommand;
import dev.rosa.proxy.operator.LogoutCommand;
import dev.rosa.proxy.operator.OperatedProxy;
import dev.rosa.proxy.operator.TopCommand;
import dev.rosa.proxy.operator.UserCommand;
import dev.rosa.proxy.operator.WhoCommand;
import dev.rosa.proxy.rules.LoadedRules;
import dev.rosa.proxy.rules.LoginConfig;
import dev.rosa.proxy.rules.ProxyConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.util.Optional;
import picocli.CommandLine.Command;

/** The application proxy's command line: it checks a configuration, and answers about its rules. */
@Command(
    name = "rosa-proxy",
    description =
        "Judges HTTP, FTP and TELNET request by request. This build checks configurations and"
            + " answers questions about rules; it has no kernel part, and takes no traffic.",
    subcommands = {
      TestCommand.class,
      RulesCommand.class,
      WhoCommand.class,
      LogoutCommand.class,
      UserCommand.class,
      LoginCommand.class,
      LogCommand.class,
      TopCommand.class
    },
    footer = {
      "",
      "Examples:",
      "  ./rosa proxy --config config/proxy.xml --validate",
      "  ./rosa proxy test GET http://a.example/x --user alice",
      "  ./rosa proxy rules --config config/proxy.xml"
    })
public final class ProxyCommand extends RoleCommand implements OperatedProxy {
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Entry of {@code java -jar rosa-proxy.jar}. */
  public static void main(String[] args) {
    run(new ProxyCommand(), ProxyArguments.inOrder(args));
  }

  @Override
  protected void validate(Problems problems) {
    ProxyConfig.read(config, problems).ifPresent(ProxyCommand::check);
  }

  private static void check(ConfigFile<ProxyConfig> file) {
    LoadedRules unused = LoadedRules.of(file, RANDOM.nextLong());
    LoginConfig login = file.value().login();
    if (login != null) {
      LoginService.check(file.at("login"), login);
    }
  }

  @Override
  public ProxyConfig config() throws ConfigException {
    Problems problems = new Problems(config);
    Optional<ConfigFile<ProxyConfig>> read = ProxyConfig.read(config, problems);
    problems.requireNoErrors();
    return read.orElseThrow().value();
  }

  @Override
  protected AutoCloseable start() throws ConfigException, IOException {
    LoadedRules unused = load();
    throw new IOException(
        "this build has no kernel part and takes no traffic,"
            + " expected --validate, or a command: test, rules");
  }

  /** Reads the configuration for a question; warnings go to standard error. */
  LoadedRules load() throws ConfigException {
    Problems problems = new Problems(config);
    Optional<LoadedRules> read = LoadedRules.read(config, problems, RANDOM.nextLong());
    problems.requireNoErrors();
    PrintWriter err = spec.commandLine().getErr();
    problems.all().forEach(warning -> err.println(spec.name() + ": " + warning));
    return read.orElseThrow();
  }
}
