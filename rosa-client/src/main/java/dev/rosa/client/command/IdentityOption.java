package dev.rosa.client.command;

import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.Role;
import java.nio.file.Path;
import java.time.InstantSource;
import picocli.CommandLine.Option;

/** Option for the user's identity. */
final class IdentityOption {
  @Option(
      names = "--identity",
      required = true,
      paramLabel = "PREFIX",
      description = "your key and certificate: PREFIX.key, PREFIX.crt, and ca.crt beside them")
  private Path prefix;

  Identity load(InstantSource clock) throws IdentityException {
    return load(prefix, clock);
  }

  static Identity load(Path prefix, InstantSource clock) throws IdentityException {
    return Identity.load(prefix, clock, Role.USER);
  }
}
