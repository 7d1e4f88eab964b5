package dev.rosa.firewall.plane.intake;

import dev.rosa.evidence.Proof;
import java.util.Set;

/** Table of the proofs that each Unix user may claim. Asked by one thread; immutable. */
@FunctionalInterface
public interface ReporterClaims {

  /**
   * The proofs that a user's evidence may have.
   *
   * @param user name of a Unix user; its number in decimal digits if it has no name
   * @return empty: the user may not report
   */
  Set<Proof> of(String user);
}
