package dev.rosa.codeserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.rosa.config.StorageLocation;
import dev.rosa.control.v1.KeptPublication;
import dev.rosa.control.v1.ListPublicationsRequest;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.control.v1.WithdrawCodeRequest;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.storage.Storage;
import dev.rosa.storage.TestPostgres;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Statements of publishers, as an Authorization Server lists them for the audit log. */
final class KeptStatementsTest {

  private static final RosaId CAROL = new RosaId(17, Role.USER, "carol");
  private static final RosaId DAVE = new RosaId(17, Role.USER, "dave");

  @TempDir Path directory;

  private static List<KeptPublication> listed(TestCodeServer server, Identity caller, long after) {
    return server
        .staging(caller)
        .listPublications(ListPublicationsRequest.newBuilder().setAfter(after).build())
        .getPublicationsList();
  }

  private static List<SignedStatement> signed(List<KeptPublication> listed) {
    return listed.stream().map(KeptPublication::getSigned).toList();
  }

  @Test
  void shouldListEarlierAndWithdrawnStatementsAsTheyCame() throws Exception {
    try (TestCodeServer server = new TestCodeServer(directory)) {
      Identity carol = server.domain.user("carol");
      Identity as1 = server.domain.authorizationServer("as1");
      List<SignedStatement> taken = new ArrayList<>();
      for (String name : List.of("transcoder", "renamed")) {
        var request = TestCodeServer.request(carol, name, TestCodeServer.BUNDLE);
        server.publication(carol).publish(request);
        taken.add(request.getSigned());
        var unused =
            server
                .publication(carol)
                .withdraw(WithdrawCodeRequest.newBuilder().setCode(name).build());
      }
      List<KeptPublication> all = listed(server, as1, 0);
      assertEquals(taken, signed(all));
      assertEquals(taken.subList(1, 2), signed(listed(server, as1, all.get(0).getVersion())));
      server.restart();
      assertEquals(all, listed(server, as1, 0));
      assertEquals(List.of(), listed(server, as1, all.get(1).getVersion()));
    }
  }

  @Test
  void shouldListNothingToOthersThanAuthorizationServers() throws Exception {
    try (TestCodeServer server = new TestCodeServer(directory)) {
      for (Identity caller :
          List.of(server.domain.user("carol"), server.domain.router("r1"), server.self)) {
        refused(Status.Code.PERMISSION_DENIED, () -> listed(server, caller, 0));
      }
      Identity as1 = server.domain.authorizationServer("as1");
      refused(Status.Code.INVALID_ARGUMENT, () -> listed(server, as1, -1));
    }
  }

  private static void refused(Status.Code code, Executable call) {
    assertEquals(code, assertThrows(StatusRuntimeException.class, call).getStatus().getCode());
  }

  @Test
  void shouldListADamagedStatementAsNoneAndThoseBehindIt() throws Exception {
    try (TestCodeServer server = new TestCodeServer(directory)) {
      Identity carol = server.domain.user("carol");
      server
          .publication(carol)
          .publish(TestCodeServer.request(carol, "transcoder", TestCodeServer.BUNDLE));
      byte[] second = TestBundles.admissible("two");
      var request = TestCodeServer.request(carol, "counter", second);
      server.publication(carol).publish(request);
      String unused =
          server.sql("UPDATE publication SET statement = x'ff' WHERE name = 'transcoder'");
      assertEquals(
          List.of(SignedStatement.getDefaultInstance(), request.getSigned()),
          signed(listed(server, server.domain.authorizationServer("as1"), 0)));
    }
  }

  @Test
  void shouldPageThroughManyStatements() throws Exception {
    assertPages(StorageLocation.of(directory.resolve("codeserver.db")));
  }

  @Test
  void shouldPageThroughManyStatementsOnAPostgresServer() throws Exception {
    assertPages(TestPostgres.database());
  }

  /** Two processes on one database: each lists all statements once, in one order. */
  private static void assertPages(StorageLocation database) throws Exception {
    try (Storage first = Storage.open(database, CodeRepository.TABLES);
        Storage second = Storage.open(database, CodeRepository.TABLES)) {
      List<CodeRepository> both = List.of(codes(first), codes(second));
      List<SignedStatement> taken = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        byte[] bundle = ("bundle " + i % 4).getBytes(StandardCharsets.US_ASCII);
        SignedStatement statement =
            SignedStatement.newBuilder().setStatement(ByteString.copyFromUtf8("" + i)).build();
        both.get(i % 2).publish(code(i % 3 == 0 ? DAVE : CAROL, bundle), bundle, statement);
        taken.add(statement);
      }
      for (CodeRepository codes : both) {
        List<KeptPublication> page = codes.statementsAfter(0, 16);
        assertEquals(16, page.size());
        List<KeptPublication> all = new ArrayList<>(page);
        all.addAll(codes.statementsAfter(page.get(15).getVersion(), 16));
        assertEquals(taken, signed(all));
        for (int i = 1; i < all.size(); i++) {
          assertTrue(all.get(i).getVersion() > all.get(i - 1).getVersion());
        }
      }
    }
  }

  private static CodeRepository codes(Storage storage) {
    return new CodeRepository(
        storage, new NameOwners(Map.of("shared", Set.of("carol", "dave")), PublisherQuota.DEFAULT));
  }

  private static StoredCode code(RosaId publisher, byte[] bundle) {
    return new StoredCode(
        CodeDigest.ofBundle(bundle),
        "shared",
        publisher,
        Instant.EPOCH,
        false,
        bundle.length,
        "a.App");
  }
}
