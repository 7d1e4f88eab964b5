package dev.rosa.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.grpc.Status;
import org.junit.jupiter.api.Test;

class ControlFailureTest {

  @Test
  void shouldSayInOneWholeSentenceThatTheConnectionWasClosedWhenItsReasonHasSeveralLines() {
    Status status =
        Status.UNAVAILABLE.withDescription(
            "Connection closed while performing TLS negotiation\n[id: 0x1, L:/127.0.0.1:1]");
    assertEquals(
        "not available (Connection closed while performing TLS negotiation); the server may be"
            + " busy: try again",
        ControlFailure.describe(status.asRuntimeException()));
  }
}
