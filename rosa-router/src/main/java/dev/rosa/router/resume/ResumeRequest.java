package dev.rosa.router.resume;

import dev.rosa.role.AdministrationException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Request to a running router of this machine to let a code run again.
 *
 * @param folder in which the router looks
 * @param digits of the code's digest, in lower case
 */
public record ResumeRequest(Path folder, String digits) {

  private static final long PATIENCE_MILLIS = 10_000;
  private static final long LOOK_MILLIS = 100;

  /**
   * Asks, and waits for the answer.
   *
   * @throws AdministrationException in one line if the code does not run again
   */
  public void make() throws AdministrationException, IOException, InterruptedException {
    if (!ResumeFolder.DIGITS.matcher(digits).matches()) {
      throw new AdministrationException("a code is named by 8 to 64 digits of its digest in hex");
    }
    ResumeFolder requests = new ResumeFolder(folder);
    try {
      requests.ask(digits);
    } catch (NoSuchFileException e) {
      throw noAnswer();
    }
    if (answer(requests) == ResumeFolder.Answer.UNKNOWN) {
      throw new AdministrationException(
          "the router has stopped no code whose digest begins with " + digits);
    }
  }

  private ResumeFolder.Answer answer(ResumeFolder requests)
      throws AdministrationException, IOException, InterruptedException {
    for (long waited = 0; waited < PATIENCE_MILLIS; waited += LOOK_MILLIS) {
      Optional<ResumeFolder.Answer> answer = requests.take(digits);
      if (answer.isPresent()) {
        return answer.get();
      }
      Thread.sleep(LOOK_MILLIS);
    }
    requests.withdraw(digits);
    throw noAnswer();
  }

  private AdministrationException noAnswer() {
    return new AdministrationException("no router looks into " + folder + ": is it running?");
  }
}
