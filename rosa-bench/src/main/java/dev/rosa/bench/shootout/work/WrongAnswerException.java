package dev.rosa.bench.shootout.work;

import dev.rosa.bench.shootout.result.Operation;
import java.security.GeneralSecurityException;

/**
 * Exception for a provider that computes something else than the JDK's own: its speed is of no
 * interest.
 */
public final class WrongAnswerException extends GeneralSecurityException {
  private static final long serialVersionUID = 1L;

  WrongAnswerException(String provider, Operation operation) {
    super(provider + " gives a wrong answer for " + operation);
  }
}
