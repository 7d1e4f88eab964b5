package dev.rosa.fuzz;

import dev.rosa.identity.Identity;
import dev.rosa.identity.TestDomain;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A domain for as long as the process lives; its targets share the identities. One thread. */
public final class FuzzDomain {

  private static final TestDomain DOMAIN = create();
  private static final Map<String, Identity> ISSUED = new HashMap<>();

  private FuzzDomain() {}

  private static TestDomain create() {
    Path directory = Scratch.directory();
    return TestDomain.in(directory.resolve("domain"));
  }

  public static Identity user(String name) {
    return ISSUED.computeIfAbsent(name, DOMAIN::user);
  }

  public static Identity authorizationServer(String name) {
    return ISSUED.computeIfAbsent(name, DOMAIN::authorizationServer);
  }

  public static Identity codeServer(String name) {
    return ISSUED.computeIfAbsent(name, DOMAIN::codeServer);
  }

  public static Identity router(String name) {
    return ISSUED.computeIfAbsent(name, DOMAIN::router);
  }
}
