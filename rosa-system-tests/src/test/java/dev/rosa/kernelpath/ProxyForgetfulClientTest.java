package dev.rosa.kernelpath;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.client.process.RunningProgram;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of a proxy whose client has lost its power, and uses the same port again. */
@Tag("endtoend")
class ProxyForgetfulClientTest extends ProxyRig {

  @ParameterizedTest
  @CsvSource({"allow, ask", "pass, ask", "allow, connect"})
  void shouldLetTheClientBeginAnotherConnection(String action, String first) throws Exception {
    String rules = "<rules><rule action='%s' protocols='http'/></rules>".formatted(action);
    try (RunningProgram proxy = proxy("", rules)) {
      List<String> client = Programs.python("forgetful_client.py", SERVER, first);
      assertEquals("HTTP/1.1 200 OK", atClient(client).out().strip(), proxy.said());
    }
  }
}
