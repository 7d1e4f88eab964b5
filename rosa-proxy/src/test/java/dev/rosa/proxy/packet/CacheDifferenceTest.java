package dev.rosa.proxy.packet;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.Problems;
import dev.rosa.proxy.cache.CacheHeads;
import dev.rosa.proxy.cache.CacheRig;
import dev.rosa.proxy.cache.WorkerCache;
import dev.rosa.proxy.http.HeadBuffers;
import dev.rosa.proxy.http.HttpRequestJudge;
import dev.rosa.proxy.http.RequestHead;
import dev.rosa.proxy.http.ResponseHead;
import dev.rosa.proxy.http.ServerEnd;
import dev.rosa.proxy.policy.ClientEnd;
import dev.rosa.proxy.policy.RefusalCounts;
import dev.rosa.proxy.policy.RulesInForce;
import dev.rosa.proxy.rules.LoadedRules;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.KeptRoom;
import dev.rosa.proxy.stream.Packets;
import dev.rosa.proxy.tls.ClientHello;
import dev.rosa.proxy.url.Scheme;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/**
 * The kernel's program lets nothing pass that the daemon would not: {@code -Dcache.heads=10000000}
 * for as many requests, {@code -Dfuzz.seed=N} repeats a run. Skipped where bpf(2) is refused.
 */
@Tag("fuzz")
class CacheDifferenceTest {
  private static final int HEADS = Integer.getInteger("cache.heads", 20_000);
  private static final long SEED = Long.getLong("fuzz.seed", System.nanoTime());
  private static final String RULES =
      """
      <proxy><users><user name='bob'/></users><rules log='none' default='refuse'>
        <rule action='refuse' paths='/secret*'/>
        <rule action='pass' paths='/a/b'/>
        <rule action='allow' commands='GET' hosts='a.example'/>
        <rule action='allow' commands='HEAD' paths='/a*' hosts='a.example 10.0.1.2'/>
        <rule action='allow' commands='POST' paths='/a'/>
      </rules></proxy>
      """;

  @TempDir Path folder;

  private final HeadBuffers buffers = new HeadBuffers(4);
  private final RequestHead requestHead = new RequestHead();
  private final ServerEnd server = ServerEnd.of("10.0.1.2", 80);
  private HttpFlow flow;

  private RulesInForce rules() throws Exception {
    Path file = Files.writeString(folder.resolve("proxy.xml"), RULES);
    Problems problems = new Problems(file);
    LoadedRules loaded = LoadedRules.read(file, problems, 1).orElseThrow();
    problems.requireNoErrors();
    return new RulesInForce(loaded, ZoneOffset.UTC, Instant.EPOCH);
  }

  private HttpFlow flow(WorkerCache worker, InetAddress client) throws Exception {
    RulesInForce rules = rules();
    JudgeMaker.Shared shared =
        new JudgeMaker.Shared(
            rules,
            new RefusalCounts(),
            buffers,
            requestHead,
            new ResponseHead(),
            new ClientHello(),
            new KeptRoom(1 << 20),
            worker);
    ClientEnd end = new ClientEnd(client, InetAddress.getByName("10.0.1.2"), 0);
    FlowLog log = new FlowLog(null, rules, Instant::now);
    return new HttpFlow(new JudgeMaker.New(1, Scheme.HTTP, end, 40_000, 80, log), shared, server);
  }

  /** The daemon's verdict; it writes it down if it may. */
  private boolean isAllowed(byte[] head) {
    HttpRequestJudge judge = new HttpRequestJudge(buffers, requestHead, server, flow);
    Judgement judgement = judge.judge(ByteBuffer.wrap(head), 0, head.length);
    boolean wantsAnswer = flow.takeWantsAnswer();
    boolean isAllowed = judgement == Judgement.PASS && judge.isAtRest() && !wantsAnswer;
    judge.close();
    return isAllowed;
  }

  @Test
  void shouldNeverLetPassWhatTheDaemonWouldNot(TestReporter reporter) throws Exception {
    CacheHeads heads = new CacheHeads(SEED);
    InetAddress client = InetAddress.getByName("10.0.0.1");
    int passed = 0;
    int allowed = 0;
    try (CacheRig rig = CacheRig.make(new CacheRig.OneClass())) {
      WorkerCache worker = rig.cache().worker();
      flow = flow(worker, client);
      for (int i = 0; i < HEADS; i++) {
        if (i % 1_000 == 0) {
          rig.cache().tick();
        }
        String text = new String(heads.next(), StandardCharsets.ISO_8859_1);
        byte[] head = text.getBytes(StandardCharsets.ISO_8859_1);
        boolean isArmed =
            worker.of(true, 0, 0x0a00_0001L, 0, 0x0a00_0102L, 40_000, 80).arm(client, 0, 7, 9, 9);
        assertTrue(isArmed);
        boolean passes = rig.passes(Packets.ipv4(7, 10, Packets.ACK, text));
        boolean isAllowed = isAllowed(head);
        assertTrue(
            isAllowed || !passes, () -> "-Dfuzz.seed=" + SEED + ": " + text.replace("\r", "\\r"));
        passed += passes ? 1 : 0;
        allowed += isAllowed ? 1 : 0;
      }
    }
    assertTrue(passed > HEADS / 50, passed + " of " + HEADS + " have passed");
    assertTrue(allowed > passed, allowed + " were allowed");
    reporter.publishEntry("%d heads, %d allowed, %d passed".formatted(HEADS, allowed, passed));
  }
}
