package dev.rosa.bench.cold;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * {@code ./rosa bench cold}: first calls, and first packets through a router, against later ones.
 */
@Command(
    name = "cold",
    description = "Measures first calls and first packets in fresh JVMs against later ones.")
public final class ColdCommand implements Callable<Integer> {

  @Override
  public Integer call() {
    throw new UnsupportedOperationException("this bench is not there yet");
  }
}
