package dev.rosa.bench.shootout.work;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * JMH benchmark of a call that does next to nothing, out of Java in every way there is, and within
 * it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CallCostBenchmark {

  private int value = -1;

  /** For JMH. */
  public CallCostBenchmark() {}

  /** A Java method that is not inlined. */
  @Benchmark
  public int java() {
    return sameValue(value);
  }

  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  private static int sameValue(int value) {
    return value;
  }

  /** A native method of ROSA's library that returns its argument. */
  @Benchmark
  public int jni() throws Throwable {
    return (int) NativeCalls.JNI.invokeExact(value);
  }

  /** {@code abs} of the C library, by JNA's direct mapping. */
  @Benchmark
  public int jnaDirect() {
    return JnaCalls.Direct.abs(value);
  }

  /** {@code abs} of the C library, by JNA's mapping of an interface. */
  @Benchmark
  public int jnaInterface() {
    return JnaCalls.MAPPED.abs(value);
  }

  /** {@code abs} of the C library, by the foreign-function API. */
  @Benchmark
  public int foreign() throws Throwable {
    return (int) ForeignCalls.ABS.invokeExact(value);
  }

  /** The same call, declared as short: the JVM need not prepare for a long stay outside. */
  @Benchmark
  public int foreignCritical() throws Throwable {
    return (int) ForeignCalls.CRITICAL_ABS.invokeExact(value);
  }
}
