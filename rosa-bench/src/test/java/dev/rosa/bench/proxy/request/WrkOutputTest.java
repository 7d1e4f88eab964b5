package dev.rosa.bench.proxy.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class WrkOutputTest {

  private static final String SAID =
      """
      Running 1s test @ http://10.103.0.2/summary/1k
        1 threads and 32 connections
        Thread Stats   Avg      Stdev     Max   +/- Stdev
          Latency     1.02ms    0.89ms  12.92ms   93.69%
          Req/Sec    30.20k     8.07k   32.00k    86.67%
        Latency Distribution
           50%  367.50us
           75%    1.10ms
           90%    2.00ms
           99%    7.00ms
        30605 requests in 1.10s, 38.00MB read
      Requests/sec:  27822.73
      Transfer/sec:     34.55MB
      cpu 0.120 0.405
      """;

  @Test
  void shouldReadRequestsBytesLatencyAndCpuTime() throws Exception {
    WrkOutput output = WrkOutput.parse(SAID);
    assertEquals(30_605, output.requests());
    assertEquals(1.1, output.seconds(), 1e-9);
    assertEquals(38L << 20, output.bytes());
    assertEquals(367.5, output.p50Micros(), 1e-6);
    assertEquals(525e6, output.cpuNanos(), 1);
    assertEquals(0, output.failed());
  }

  @Test
  void shouldCountErrorsAndOtherAnswers() throws Exception {
    String said =
        SAID.replace(
            "Requests/sec:",
            """
              Socket errors: connect 1, read 20, write 300, timeout 4000
              Non-2xx or 3xx responses: 50000
            Requests/sec:\
            """);
    assertEquals(54_321, WrkOutput.parse(said).failed());
  }

  @Test
  void shouldReadLongLatenciesAndFewBytes() throws Exception {
    WrkOutput output =
        WrkOutput.parse(SAID.replace("367.50us", "2.50s").replace("38.00MB", "1.50KB"));
    assertEquals(2.5e6, output.p50Micros(), 1e-6);
    assertEquals(1536, output.bytes());
  }

  @Test
  void shouldTellWhatWrkSaidWhenItFailed() {
    IOException thrown =
        assertThrows(IOException.class, () -> WrkOutput.parse("unable to connect\ncpu 0.0 0.0\n"));
    assertTrue(thrown.getMessage().contains("unable to connect"), thrown::getMessage);
  }
}
