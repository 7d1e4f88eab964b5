package dev.rosa.bench.shootout.work;

import dev.rosa.bench.shootout.result.Cell;
import dev.rosa.bench.shootout.result.Operation;
import java.security.GeneralSecurityException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * JMH benchmark of one operation, by one provider, on packets of one size. A fork goes through all
 * ways of handing packets over, one JMH iteration each, again and again: {@code batches} says in
 * which order, and iteration {@code i} of its results is batch {@code i} modulo their number. So
 * starting a JVM and warming it up are paid once for all of them, and rounds can be many.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ShootoutBenchmark {

  /** An {@link Operation}'s name. */
  @Param("HMAC_SHA256")
  private String operation;

  /** An {@link Contender}'s name. */
  @Param("SunJCE")
  private String provider;

  /** Length of a packet. */
  @Param("1024")
  private int bytes;

  /** {@link Cell#batch} of each iteration, separated by spaces. */
  @Param("0 1 8 64")
  private String batches;

  private PacketWork[] works;
  private PacketWork current;
  private int iteration;

  /** For JMH. */
  public ShootoutBenchmark() {}

  /** Brings the provider up. */
  @Setup
  public void bringUp() throws GeneralSecurityException {
    Contender contender = Contenders.known().named(provider);
    String[] each = batches.split(" ");
    works = new PacketWork[each.length];
    for (int i = 0; i < each.length; i++) {
      works[i] = contender.work(Operation.valueOf(operation), bytes, Integer.parseInt(each[i]));
    }
  }

  /** Turns to the next way of handing over. */
  @Setup(Level.Iteration)
  public void turn() {
    current = works[iteration++ % works.length];
  }

  /** One call; its score is for as many packets as it takes. */
  @Benchmark
  public void call(Blackhole hole) throws GeneralSecurityException {
    current.run(hole);
  }
}
