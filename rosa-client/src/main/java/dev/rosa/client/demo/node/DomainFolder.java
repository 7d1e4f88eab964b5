package dev.rosa.client.demo.node;

import dev.rosa.identity.DomainAuthority;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.Role;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Folder of a domain on one machine: it issues the identities below {@code domain}, loads them, and
 * names the nodes' files beside it.
 */
public record DomainFolder(Path directory) {

  /** Makes the domain's authority, {@code as1}, {@code cs1}, and these routers and users. */
  public void issueIdentities(int number, List<String> routers, List<String> users)
      throws IdentityException {
    issueIdentities(number, 1, routers, users);
  }

  /** The same with so many servers of each role. */
  void issueIdentities(int number, int servers, List<String> routers, List<String> users)
      throws IdentityException {
    DomainAuthority authority = DomainAuthority.init(directory.resolve("domain"), number);
    issue(authority, Role.AS, numbered("as", servers));
    issue(authority, Role.CODESERVER, numbered("cs", servers));
    issue(authority, Role.ROUTER, routers);
    issue(authority, Role.USER, users);
  }

  private static List<String> numbered(String name, int count) {
    return IntStream.rangeClosed(1, count).mapToObj(number -> name + number).toList();
  }

  private static void issue(DomainAuthority authority, Role role, List<String> names)
      throws IdentityException {
    for (String name : names) {
      authority.issue(role, name, DomainAuthority.DEFAULT_VALIDITY, OptionalInt.empty());
    }
  }

  public Path file(String name) {
    return directory.resolve(name);
  }

  /** The path prefix of an identity. */
  public Path identityPrefix(String name) {
    return directory.resolve("domain").resolve(name);
  }

  public Identity identity(String name) throws IdentityException {
    return Identity.load(identityPrefix(name));
  }
}
