package dev.rosa.router.resume;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watch over a {@link ResumeFolder}: it lets the codes run again that the operator asks for. Owns a
 * thread, which looks every half second.
 */
public final class ResumeWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ResumeWatch.class);
  private static final long LOOK_MILLIS = 500;

  private final ResumeFolder folder;
  private final ToIntFunction<String> resume;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("resume", true));
  private boolean failedBefore;

  private ResumeWatch(ResumeFolder folder, ToIntFunction<String> resume) {
    this.folder = folder;
    this.resume = resume;
  }

  /**
   * Makes the folder and begins.
   *
   * @param resume lets the codes run again whose digests begin with these digits, and tells how
   *     many there were
   * @throws IOException in one line if the folder cannot be used
   */
  public static ResumeWatch start(Path folder, ToIntFunction<String> resume) throws IOException {
    ResumeFolder requests = new ResumeFolder(folder);
    requests.make();
    ResumeWatch watch = new ResumeWatch(requests, resume);
    var unused =
        watch.thread.scheduleWithFixedDelay(
            watch::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    return watch;
  }

  /** Answers what was asked; a folder that fails is told once. */
  private void look() {
    try {
      for (String digits : folder.asked()) {
        boolean resumed = resume.applyAsInt(digits) > 0;
        folder.answer(digits, resumed ? ResumeFolder.Answer.RESUMED : ResumeFolder.Answer.UNKNOWN);
      }
      failedBefore = false;
    } catch (IOException e) {
      report(e.toString());
    } catch (DirectoryIteratorException e) {
      report(e.getCause().toString());
    }
  }

  private void report(String failure) {
    if (!failedBefore) {
      LOG.warn("requests to let codes run again cannot be read: {}", failure);
    }
    failedBefore = true;
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
