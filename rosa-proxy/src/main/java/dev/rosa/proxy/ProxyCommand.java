package dev.rosa.proxy;

import dev.rosa.command.FirstStep;
import dev.rosa.command.RoleCommand;
import dev.rosa.config.ConfigException;
import dev.rosa.config.ConfigFile;
import dev.rosa.config.Problems;
import dev.rosa.firewall.assistant.NamedLinks;
import dev.rosa.kernel.process.PrivateJvm;
import dev.rosa.operator.LocalSocket;
import dev.rosa.proxy.divert.ProxyDiversion;
import dev.rosa.proxy.journal.ConnectionLogFile;
import dev.rosa.proxy.login.page.LoginService;
import dev.rosa.proxy.operator.ConnectionsCommand;
import dev.rosa.proxy.operator.LogCommand;
import dev.rosa.proxy.operator.LoginCommand;
import dev.rosa.proxy.operator.LogoutCommand;
import dev.rosa.proxy.operator.OperatedProxy;
import dev.rosa.proxy.operator.StatusCommand;
import dev.rosa.proxy.operator.TopCommand;
import dev.rosa.proxy.operator.UserCommand;
import dev.rosa.proxy.operator.WhoCommand;
import dev.rosa.proxy.rules.InterfacesConfig;
import dev.rosa.proxy.rules.LoadedRules;
import dev.rosa.proxy.rules.LoginConfig;
import dev.rosa.proxy.rules.ProxyConfig;
import dev.rosa.serving.AddressCheck;
import java.io.IOException;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;

/** The application proxy's command line: it serves, and answers about its rules. */
@Command(
    name = "rosa-proxy",
    description = {
      "Judges HTTP, TLS, FTP and TELNET between links, request by request; data stay in the"
          + " kernel.",
      "Commands and --validate read config/proxy.xml if --config names no other file."
    },
    subcommands = {
      TestCommand.class,
      RulesCommand.class,
      WhoCommand.class,
      StatusCommand.class,
      ConnectionsCommand.class,
      LogoutCommand.class,
      UserCommand.class,
      LoginCommand.class,
      LogCommand.class,
      TopCommand.class,
      RemoveCommand.class
    },
    footer = {
      "",
      "Examples:",
      "  ./rosa proxy --config config/proxy.xml",
      "  ./rosa proxy --config config/proxy.xml --validate",
      "  ./rosa proxy test GET http://a.example/x --user alice",
      "  ./rosa proxy rules --config config/proxy.xml"
    })
public final class ProxyCommand extends RoleCommand implements OperatedProxy {
  private static final Logger LOG = LoggerFactory.getLogger(ProxyCommand.class);
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Entry of {@code java -jar rosa-proxy.jar}. */
  public static void main(String[] args) {
    // Before anything slow: until then, a process of the same user might get its capabilities.
    FirstStep.of("rosa-proxy", PrivateJvm::begin);
    run(new ProxyCommand(), ProxyArguments.inOrder(args));
  }

  @Override
  protected boolean hasUsualConfig() {
    return true;
  }

  @Override
  protected void validate(Problems problems) {
    ProxyConfig.read(config, problems).ifPresent(ProxyCommand::check);
  }

  private static void check(ConfigFile<ProxyConfig> file) {
    LoadedRules unused = LoadedRules.of(file, RANDOM.nextLong());
    ProxyConfig config = file.value();
    checkInterfaces(file, config.interfaces());
    AddressCheck addresses = new AddressCheck();
    addresses.own(file.at("status"), config.status());
    LoginConfig login = config.login();
    if (login != null) {
      LoginService.check(file.at("login"), login);
      addresses.own(file.at("login").at("listen"), login.listen());
    }
    addresses.report();
    if (config.log() != null && config.log().file() != null) {
      ConnectionLogFile.check(file.at("log").at("file"), config.log().file());
    }
    if (config.operators() != null && config.operators().socket() != null) {
      LocalSocket.check(file.at("operators").at("socket"), config.operators().socket());
    }
  }

  private static void checkInterfaces(ConfigFile<ProxyConfig> file, InterfacesConfig interfaces) {
    if (interfaces != null) {
      NamedLinks.warnOfAbsent(file.at("interfaces"), "clients", interfaces.clients());
      NamedLinks.warnOfAbsent(file.at("interfaces"), "servers", interfaces.servers());
    } else if (!file.root().gives("interfaces")) {
      file.root().warn("has no <interfaces>: its rules can be tested, and no proxy can start");
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
  public <T> Optional<T> part(Function<ProxyConfig, T> of) throws ConfigException {
    Problems problems = new Problems(config);
    Optional<T> part = ProxyConfig.read(config, problems).map(ConfigFile::value).map(of);
    if (part.isEmpty()) {
      problems.requireNoErrors();
    }
    return part;
  }

  @Override
  protected AutoCloseable start() throws ConfigException, IOException {
    PrivateJvm.gap().ifPresent(LOG::warn);
    LoadedRules loaded = load();
    if (loaded.config().interfaces() == null) {
      throw new ConfigException(
          config + ": has no <interfaces>, expected one: between which links the proxy stands");
    }
    ProxyDiversion diversion =
        ProxyDiversion.begin(loaded.config(), () -> StartCheck.run(loaded), RoleCommand::fail);
    try {
      RunningProxy proxy = RunningProxy.start(config, loaded, diversion);
      return () -> close(proxy, diversion);
    } catch (ConfigException | IOException | RuntimeException e) {
      diversion.abandon();
      throw e;
    }
  }

  private static void close(RunningProxy proxy, ProxyDiversion diversion) throws IOException {
    proxy.close();
    diversion.close();
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
