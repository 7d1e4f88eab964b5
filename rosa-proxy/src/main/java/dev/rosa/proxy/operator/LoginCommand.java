package dev.rosa.proxy.operator;

import dev.rosa.config.ConfigException;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.Role;
import dev.rosa.proxy.login.client.LoginClient;
import dev.rosa.proxy.rules.LoginConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code login}: logs this machine's address in. */
@Command(
    name = "login",
    description = {
      "Log in at a proxy, as the page for browsers does: all protocols are open for this machine's"
          + " address then.",
      "With --identity, the certificate says who you are. With --name, the password is read from"
          + " the terminal, or is the first line of standard input."
    },
    footer = {
      "",
      "Examples:",
      "  ./rosa proxy login --as https://10.0.0.1:3327 --identity domain/alice",
      "  ./rosa proxy login --as https://10.0.0.1:3327 --name alice --trust web.crt"
    })
public final class LoginCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--as",
      paramLabel = "URL",
      description = "The page to log in; if left out, that of the configuration.")
  private URI page;

  @Option(
      names = "--identity",
      paramLabel = "PREFIX",
      description = "Your key and certificate: PREFIX.key, PREFIX.crt, and ca.crt beside them.")
  private Path identity;

  @Option(names = "--name", paramLabel = "NAME", description = "Your name.")
  private String name;

  @Option(
      names = "--trust",
      paramLabel = "FILE",
      description =
          "Certificates that the page is trusted by, PEM; if left out, those that Java trusts.")
  private Path trust;

  @Override
  public Integer call()
      throws ConfigException, IOException, IdentityException, InterruptedException {
    if ((identity == null) == (name == null)) {
      throw new ParameterException(spec.commandLine(), "expected either --identity or --name");
    }
    if (identity == null) {
      byPassword();
    } else {
      Identity self = Identity.load(identity, InstantSource.system(), Role.USER);
      client(Optional.of(self)).byIdentity();
      name = self.id().name();
    }
    spec.commandLine().getOut().println("logged in as " + name);
    return 0;
  }

  private void byPassword() throws ConfigException, IOException, InterruptedException {
    LoginClient client = client(Optional.empty());
    char[] password = TypedPassword.read(false);
    try {
      client.byPassword(name, password);
    } finally {
      Arrays.fill(password, '\0');
    }
  }

  private LoginClient client(Optional<Identity> self) throws ConfigException, IOException {
    if (page != null) {
      return new LoginClient(page, self, Optional.ofNullable(trust));
    }
    LoginConfig login = ((OperatedProxy) spec.root().userObject()).login();
    return new LoginClient(
        URI.create("https://" + login.listen()),
        self,
        Optional.of(trust == null ? login.certificate() : trust));
  }
}
