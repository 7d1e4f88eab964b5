package dev.rosa.as.watch;

/**
 * Numbers in the storage that every change of a session's standing raises in its transaction. They
 * are rows that writers lock: a number that is read stands for all changes up to it.
 *
 * @param policy version of the users, codes and rules
 * @param nextSerial serial of the next revocation
 * @param epochs version of the states of epochs
 */
record ChangeNumbers(long policy, long nextSerial, long epochs) {}
