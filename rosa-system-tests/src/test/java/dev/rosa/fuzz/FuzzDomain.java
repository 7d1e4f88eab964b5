package dev.rosa.fuzz;

import dev.rosa.identity.Identity;
import dev.rosa.identity.TestDomain;
import java.nio.file.Path;

/** A domain that lives in memory for as long as the fuzzer's process does. */
public final class FuzzDomain {

  private static final TestDomain DOMAIN = create();

  private FuzzDomain() {}

  private static TestDomain create() {
    Path directory = Scratch.directory();
    return TestDomain.in(directory.resolve("domain"));
  }

  public static Identity user(String name) {
    return DOMAIN.user(name);
  }

  public static Identity authorizationServer(String name) {
    return DOMAIN.authorizationServer(name);
  }

  public static Identity codeServer(String name) {
    return DOMAIN.codeServer(name);
  }

  public static Identity router(String name) {
    return DOMAIN.router(name);
  }
}
