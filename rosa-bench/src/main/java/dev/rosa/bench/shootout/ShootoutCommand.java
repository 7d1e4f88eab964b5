package dev.rosa.bench.shootout;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code ./rosa shootout}: every provider and engine against every other, by JMH. */
@Command(
    name = "shootout",
    description = "Runs every crypto provider and engine against every other on this machine.")
public final class ShootoutCommand implements Callable<Integer> {

  @Override
  public Integer call() {
    throw new UnsupportedOperationException("the shootout is not there yet");
  }
}
