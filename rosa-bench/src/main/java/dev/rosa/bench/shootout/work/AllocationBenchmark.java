package dev.rosa.bench.shootout.work;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.wire.active.RosaHeader;
import dev.rosa.wire.active.Suite;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * JMH benchmark of an engine on batches of {@value #BATCH} packets, to be run under JMH's GC
 * profiler. Iterations verify and tag in turn, beginning with verify.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AllocationBenchmark {

  /** Packets in a batch. */
  public static final int BATCH = 64;

  /** A {@link Suite}'s name. */
  @Param("HMAC_SHA256")
  private String suite;

  /** An {@link Contender}'s name. */
  @Param("SunJCE")
  private String provider;

  /** Header and payload. */
  @Param("1024")
  private int bytes;

  private SuiteEngine engine;
  private BatchPackets packets;
  private PreparedKeys keys;
  private CryptoBatch batch;
  private boolean verifying;

  /** For JMH. */
  public AllocationBenchmark() {}

  /** Brings the engine up. */
  @Setup
  public void bringUp() {
    Suite its = Suite.valueOf(suite);
    int payloadBytes = bytes - RosaHeader.BYTES;
    engine = Contenders.known().named(provider).engine(its);
    packets = new BatchPackets(its, payloadBytes);
    keys = engine.prepare(packets.key());
    batch = new CryptoBatch(BATCH, its.encrypts() ? payloadBytes : 0);
  }

  /** Turns from verifying to tagging and back. */
  @Setup(Level.Iteration)
  public void turn() {
    verifying = !verifying;
  }

  /** One batch. What is tagged may be encrypted again and again: it is only ever thrown away. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void batch(Blackhole hole) {
    batch.clear();
    for (int i = 0; i < BATCH; i++) {
      if (engine.suite().encrypts()) {
        batch.addToOpen(packets.packet(i), keys);
      } else {
        batch.add(packets.packet(i), keys);
      }
    }
    if (verifying) {
      engine.verify(batch);
    } else {
      engine.seal(batch);
    }
    hole.consume(batch.isAuthentic(0));
  }
}
