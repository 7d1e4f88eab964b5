package dev.rosa.router.catalogue;

import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.publication.PublicationCheck;
import java.util.function.Predicate;

/**
 * Check of a code's publisher at the router, after that of the Code Server: a user whom this router
 * accepts has signed the code's digest. A Code Server alone can therefore not make a router run
 * anything. Thread-safe.
 *
 * @param accepted whether a user of that name may publish for this router
 */
public record AcceptedPublishers(PublicationCheck statements, Predicate<String> accepted) {

  /**
   * Checks a publication.
   *
   * @return the publisher
   * @throws IdentityException in one line that says what does not hold
   * @throws IllegalArgumentException in one line, if its time or its digest does not fit
   */
  RosaId verify(SignedStatement signed, CodeDigest asked) throws IdentityException {
    RosaId signer = statements.verifyKept(signed, asked);
    if (signer.role() != Role.USER || !accepted.test(signer.name())) {
      throw new IdentityException(signer + " is no publisher for this router");
    }
    return signer;
  }
}
