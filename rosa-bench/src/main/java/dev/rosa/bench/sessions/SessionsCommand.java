package dev.rosa.bench.sessions;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code ./rosa bench sessions}: what a packet costs with few and with very many live sessions. */
@Command(
    name = "sessions",
    description = "Measures what a packet costs with few and with very many live sessions.")
public final class SessionsCommand implements Callable<Integer> {

  @Override
  public Integer call() {
    throw new UnsupportedOperationException("this bench is not there yet");
  }
}
