package dev.rosa.codeserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.control.v1.KeptPublication;
import dev.rosa.control.v1.ListPublicationsRequest;
import dev.rosa.control.v1.PublishRequest;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.control.v1.WithdrawCodeRequest;
import dev.rosa.identity.Identity;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publishers' statements as an Authorization Server reads them for the audit log. */
class ListedPublicationsTest {

  @TempDir Path directory;
  private TestCodeServer server;
  private Identity as1;
  private Identity carol;

  @BeforeEach
  void start() throws Exception {
    server = new TestCodeServer(directory).leased();
    as1 = server.domain.authorizationServer("as1");
    carol = server.domain.user("carol");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private SignedStatement publish(String name, String bundle) {
    PublishRequest request = TestCodeServer.request(carol, name, TestBundles.admissible(bundle));
    server.publication(carol).publish(request);
    return request.getSigned();
  }

  private void withdraw() {
    server
        .publication(carol)
        .withdraw(WithdrawCodeRequest.newBuilder().setCode("transcoder").build());
  }

  private List<KeptPublication> listed(long after) {
    return server
        .staging(as1)
        .listPublications(ListPublicationsRequest.newBuilder().setAfter(after).build())
        .getPublicationsList();
  }

  private static List<SignedStatement> statements(List<KeptPublication> listed) {
    return listed.stream().map(KeptPublication::getSigned).toList();
  }

  @Test
  void shouldListAllStatementsInTheirOrderAlsoEarlierAndWithdrawnOnes() {
    SignedStatement first = publish("transcoder", "one");
    withdraw();
    SignedStatement again = publish("transcoder", "one");
    SignedStatement other = publish("counter", "two");

    List<KeptPublication> all = listed(0);

    assertEquals(List.of(first, again, other), statements(all));
    assertEquals(List.of(other), statements(listed(all.get(1).getVersion())));
    assertEquals(List.of(), listed(all.get(2).getVersion()));
  }

  @Test
  void shouldListThemInPages() {
    List<SignedStatement> published = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      published.add(publish("transcoder", "one"));
      withdraw();
    }
    List<KeptPublication> first = listed(0);
    assertEquals(16, first.size());
    List<SignedStatement> all = new ArrayList<>(statements(first));
    all.addAll(statements(listed(first.get(15).getVersion())));
    assertEquals(published, all);
  }

  @Test
  void shouldListThemForAuthorizationServersAlone() {
    for (Identity caller : List.of(carol, server.domain.router("r1"))) {
      StatusRuntimeException refusal =
          assertThrows(
              StatusRuntimeException.class,
              () ->
                  server
                      .staging(caller)
                      .listPublications(ListPublicationsRequest.getDefaultInstance()));
      assertEquals(Status.Code.PERMISSION_DENIED, refusal.getStatus().getCode());
    }
    StatusRuntimeException refusal = assertThrows(StatusRuntimeException.class, () -> listed(-1));
    assertTrue(refusal.getMessage().contains("INVALID_ARGUMENT"), refusal.getMessage());
  }
}
