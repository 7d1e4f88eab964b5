package dev.rosa.proxy.ftp;

import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.url.NormalUrl;

/** Policy on commands that can be read. One thread. */
public interface FtpPolicy {

  /**
   * A decision.
   *
   * @param judgement {@link Judgement#PASS}, {@link Judgement#REFUSE}, or {@link
   *     Judgement#PASS_THROUGH}: also for AUTH, behind which nothing can be judged
   * @param rule name of the rule, for the reply
   * @param namesCommands whether the rule is one for some commands, of which this is one
   */
  record Decision(Judgement judgement, String rule, boolean namesCommands) {}

  /**
   * Decides about a command.
   *
   * @param verb in capital letters
   * @param url of the file or folder that it is about, of use until this method returns
   */
  Decision decide(String verb, NormalUrl url);
}
