package dev.rosa.divert;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * All claims of a process that keeps a plan: its diversion, and the interfaces that it diverts. Of
 * two that begin at the same moment one is refused. One thread at a time.
 */
final class Claims implements AutoCloseable {

  private final List<Claim> claims = new ArrayList<>();

  private Claims() {}

  /**
   * Claims what is there of it.
   *
   * @throws IOException in one line if another process has some of it, and goes on to have it for
   *     seconds
   */
  static Claims of(Plan plan, Kernel kernel) throws IOException {
    Claims claims = new Claims();
    try {
      claims.take(plan, kernel);
    } catch (IOException e) {
      claims.close();
      throw e;
    }
    return claims;
  }

  private void take(Plan plan, Kernel kernel) throws IOException {
    claims.add(Claim.of(plan.marks()));
    // In the same order in all processes: none waits for one that waits for it.
    List<Link> diverted =
        kernel.links().stream()
            .filter(link -> plan.from().contains(link.name()))
            .sorted(Comparator.comparingInt(Link::index))
            .toList();
    for (Link link : diverted) {
      claims.add(claim(link, plan, kernel));
    }
  }

  private static Claim claim(Link link, Plan plan, Kernel kernel) throws IOException {
    try {
      return Claim.of(link);
    } catch (IOException e) {
      // The other one's table says more, if it has been made.
      Rivals.refuse(plan, kernel, List.of(link.name()));
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    Failures failures = new Failures();
    claims.forEach(claim -> failures.collect(claim::close));
    failures.throwFirst();
  }
}
