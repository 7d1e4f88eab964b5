package dev.rosa.codeserver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.config.StorageLocation;
import dev.rosa.control.ControlChannel;
import dev.rosa.control.v1.Catalogue;
import dev.rosa.control.v1.CodePublicationGrpc;
import dev.rosa.control.v1.ListPublicationsRequest;
import dev.rosa.control.v1.SecretStagingGrpc;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import dev.rosa.storage.TestPostgres;
import io.grpc.ManagedChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two Code Servers on one PostgreSQL database. */
final class SeveralCodeServersOnPostgresTest {

  /** Longer than a test waits: a change comes by its announcement alone. */
  private static final Duration NEVER = Duration.ofHours(1);

  @TempDir Path directory;

  private static RunningCodeServer start(TestCodeServer like, StorageLocation database)
      throws Exception {
    return RunningCodeServer.start(
        new CodeServerSetup(like.config(database), like.self), InstantSource.system(), NEVER);
  }

  /** Publications that a server lists for the audit log. */
  private static int listedBy(RunningCodeServer server, Identity as) {
    ManagedChannel channel = ControlChannel.open(server.address(), as, Role.CODESERVER);
    try {
      return SecretStagingGrpc.newBlockingStub(channel)
          .listPublications(ListPublicationsRequest.getDefaultInstance())
          .getPublicationsCount();
    } finally {
      channel.shutdownNow();
    }
  }

  @Test
  void shouldPushCatalogueToRouterOfTheOtherCodeServerWhenItChanges() throws Exception {
    StorageLocation database = TestPostgres.database();
    try (TestCodeServer like = new TestCodeServer(directory);
        RunningCodeServer first = start(like, database);
        RunningCodeServer second = start(like, database)) {
      Identity carol = like.domain.user("carol");
      Identity r1 = like.domain.router("r1");
      ManagedChannel toFirst = ControlChannel.open(first.address(), carol, Role.CODESERVER);
      ManagedChannel toSecond = ControlChannel.open(second.address(), r1, Role.CODESERVER);
      try {
        CatalogueWatch watch = CatalogueWatch.open(toSecond, r1.nodeId());
        Catalogue before = watch.next();
        assertEquals(0, before.getEntriesCount());

        CodePublicationGrpc.newBlockingStub(toFirst)
            .publish(TestCodeServer.request(carol, "transcoder", TestCodeServer.BUNDLE));

        Catalogue after = watch.next();
        assertEquals(1, after.getEntriesCount());
        assertEquals(before.getStore(), after.getStore());
        assertEquals(1, listedBy(second, like.domain.authorizationServer("as1")));
      } finally {
        toFirst.shutdownNow();
        toSecond.shutdownNow();
      }
    }
  }
}
