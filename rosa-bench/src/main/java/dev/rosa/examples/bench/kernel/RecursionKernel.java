package dev.rosa.examples.bench.kernel;

/** Fibonacci numbers by naked recursion: nothing but calls. */
public final class RecursionKernel extends PayloadKernel {

  private static final int NUMBER = 12;

  @Override
  int result(byte[] payload, int length) {
    return fibonacci(NUMBER);
  }

  private static int fibonacci(int number) {
    return number < 2 ? number : fibonacci(number - 1) + fibonacci(number - 2);
  }
}
