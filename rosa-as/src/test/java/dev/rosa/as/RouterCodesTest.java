package dev.rosa.as;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import dev.rosa.identity.RosaId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The answer decides which secrets of a revoked router are replaced. */
class RouterCodesTest {

  private static final RosaId ROUTER = RosaId.parse("rosa://17/router/r3");

  @TempDir Path folder;

  @Test
  void shouldHaveAllSecretsReplacedWhenACodeServerAnswersWithWhatIsNoCode() throws Exception {
    List<String> notices = new ArrayList<>();
    try (HandlerFixture as = new HandlerFixture(folder);
        FakeCodeServer stolen = FakeCodeServer.start(as.domain.codeServer("cs1"), 0)) {
      RouterCodes codes = new RouterCodes(List.of(stolen.address()), as.self);
      stolen.ofRouters.add(HandlerFixture.TRANSCODER);
      assertEquals(Optional.of(Set.of(HandlerFixture.TRANSCODER)), codes.ask(ROUTER, notices::add));
      stolen.malformedCodes = List.of(ByteString.copyFrom(new byte[31]));
      assertEquals(Optional.empty(), codes.ask(ROUTER, notices::add));
      assertEquals(
          List.of(
              "code server %s has not said which codes the router has (a code digest has 32 bytes,"
                      .formatted(stolen.address())
                  + " these are 31): all secrets are replaced"),
          notices);
    }
  }
}
