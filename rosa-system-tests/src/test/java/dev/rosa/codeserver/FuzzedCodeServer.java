package dev.rosa.codeserver;

import dev.rosa.codeserver.catalogue.RevokedRouters;
import dev.rosa.codeserver.catalogue.StateOffers;
import dev.rosa.codeserver.catalogue.StateRepository;
import dev.rosa.codeserver.witness.LogWitness;
import dev.rosa.config.ByteSize;
import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageLocation;
import dev.rosa.domainstate.DomainStates;
import dev.rosa.fuzz.FuzzDomain;
import dev.rosa.fuzz.Scratch;
import dev.rosa.identity.Identity;
import dev.rosa.publication.PublicationCheck;
import dev.rosa.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** The Code Server's services on a real storage: carol may publish, r1 may have everything. */
record FuzzedCodeServer(
    Identity carol,
    Identity router,
    Identity authorizationServer,
    CodePublicationService publication,
    CodeDistributionService distribution,
    SecretStagingService staging) {

  static final int MAX_BUNDLE = 1 << 16;

  private static final PublisherQuota UNBOUNDED =
      new PublisherQuota(Integer.MAX_VALUE, Integer.MAX_VALUE, new ByteSize(Integer.MAX_VALUE));

  static FuzzedCodeServer open() {
    Identity self = FuzzDomain.codeServer("cs1");
    Storage storage = storage(Scratch.directory().resolve("cs.db"));
    CodeRepository codes = new CodeRepository(storage, new NameOwners(Map.of(), UNBOUNDED));
    SecretRepository secrets = new SecretRepository(storage);
    RouterAuthorizer authorizer = new RouterAuthorizer(Map.of("r1", Set.of("*")));
    ServingLease lease = new ServingLease(storage, new Random(1), System::nanoTime);
    FetchedSecrets fetched = new FetchedSecrets(storage);
    InstantSource clock = InstantSource.system();
    StateRepository states = new StateRepository(storage);
    RevokedRouters revoked = new RevokedRouters(states, clock);
    CatalogueFeed feed =
        new CatalogueFeed(
            codes, authorizer, lease, revoked, new RouterPresence(lease, System::nanoTime));
    CodeDistributionService.Shared shared =
        new CodeDistributionService.Shared(
            fetched,
            lease,
            revoked,
            new StateOffers(new DomainStates(self.authority(), self.id().domain()), states, clock),
            witness(storage, self, clock));
    CodePublicationService.Admission admission =
        new CodePublicationService.Admission(
            Set.of("carol"),
            new PublicationCheck(self.authority(), clock),
            UNBOUNDED,
            new AdmissionCheck(MAX_BUNDLE),
            new AdmissionLane());
    return new FuzzedCodeServer(
        FuzzDomain.user("carol"),
        FuzzDomain.router("r1"),
        FuzzDomain.authorizationServer("as1"),
        new CodePublicationService(
            codes, new CodeDirectory(codes, authorizer), admission, feed, clock),
        new CodeDistributionService(codes, secrets, authorizer, feed, shared),
        new SecretStagingService(
            secrets, codes, new CodesOfRouter(storage, authorizer), feed, shared));
  }

  private static LogWitness witness(Storage storage, Identity self, InstantSource clock) {
    try {
      return LogWitness.open(storage, self, clock);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Storage storage(Path file) {
    try {
      return Storage.open(StorageLocation.of(file), CodeRepository.TABLES);
    } catch (ConfigException e) {
      throw new IllegalStateException(e);
    }
  }
}
