package dev.rosa.router.session;

import dev.rosa.router.session.ReplayRecord.Block;
import dev.rosa.session.SettledClock;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Recorder of changes in replay windows: it copies them into blocks for the {@link ReplayRecord}, a
 * little at a time. A round goes over the live sessions, those that departed, and lost ones. A
 * session that moves from one to the other on the way is caught by this round or the next. When the
 * file has become long, a round goes over everything there is and then over what changed meanwhile,
 * and the file is written anew. One worker's.
 */
public final class ReplayRecorder {

  /** Stages of a round, in this order; the first two only if the file is written anew. */
  private enum Stage {
    ALL_LIVE,
    ALL_DEPARTED,
    CHANGED_LIVE,
    CHANGED_DEPARTED,
    LOST,
    DONE
  }

  private static final int GROUP = DirtyBits.GROUP;

  /** Groups that are looked at in one step. */
  private static final int GROUPS_PER_STEP = 128;

  /** Floors that are copied in one step, or a group more. */
  private static final int FLOORS_PER_STEP = 256;

  private final SessionCache sessions;
  private final DepartedSessions departed;
  private final ReplayRecord record;
  private final Executor writing;
  private final Runnable settle;
  private final Runnable look;

  /** A look at the file is on its way: a slow disk has one to do, not one for each round. */
  private final AtomicBoolean looking = new AtomicBoolean();

  private Block block;
  private Stage stage = Stage.DONE;

  /** The round's position in the stage, in groups of 64. */
  private int group;

  /** True if the file is written anew; {@code toBegin}: the writer is still to be told. */
  private boolean anew;

  private boolean toBegin;

  /** True if this round has handed over lines that are not on the disk yet. */
  private boolean unsynced;

  /** Changed sessions that belong to this round: others may change while it is under way. */
  private int changed;

  /** The worker stops: the executor may have no time left to write. */
  private boolean finishing;

  /** The latest end of a forgotten session that the record has. */
  private long endedSeconds;

  /** Lines that the file needed when it was last written anew. */
  private long needed;

  public ReplayRecorder(SessionCache sessions, ReplayRecord record, Executor writing) {
    this.sessions = sessions;
    this.departed = sessions.departed();
    this.record = record;
    this.writing = writing;
    this.settle = record::settle;
    this.look =
        () -> {
          looking.set(false);
          record.look();
        };
  }

  /** Begins a round, unless one is under way. */
  public void begin() {
    if (!record.isKept() || isUnderWay()) {
      return;
    }
    look();
    anew = departed.takeIsRecordOld() || record.isLong(Math.max(needed, sessions.live()));
    toBegin = anew;
    needed = anew ? 0 : needed;
    enter(anew ? Stage.ALL_LIVE : Stage.CHANGED_LIVE);
  }

  private void look() {
    if (finishing) {
      record.look();
    } else if (looking.compareAndSet(false, true)) {
      writing.execute(look);
    }
  }

  private void enter(Stage next) {
    stage = next;
    group = 0;
    changed = next == Stage.CHANGED_LIVE ? sessions.changes() : 0;
  }

  /** True if a round is under way. */
  public boolean isUnderWay() {
    return stage != Stage.DONE;
  }

  /**
   * Goes on with the round; microseconds.
   *
   * @param settledSeconds floors that ended before are left out, see {@link SettledClock}
   * @return whether the next step could do more at once; false also if all blocks are on their way
   */
  public boolean step(long settledSeconds) {
    int floors = 0;
    for (int i = 0; i < GROUPS_PER_STEP && floors < FLOORS_PER_STEP && isUnderWay(); i++) {
      if (!hasBlock()) {
        return false;
      }
      int before = block.floors.count();
      boolean last = copyGroup(settledSeconds);
      floors += block.floors.count() - before;
      if (last) {
        advance(settledSeconds);
      }
    }
    return isUnderWay();
  }

  /** True if there is a block with room for a group. */
  private boolean hasBlock() {
    if (block != null && block.floors.room() < GROUP) {
      hand(false, false);
    }
    if (block == null) {
      block = record.freeBlock();
    }
    if (block != null && toBegin) {
      block.begins = true;
      toBegin = false;
    }
    return block != null;
  }

  /** Copies at most 64 floors; true if they were the stage's last. */
  private boolean copyGroup(long settledSeconds) {
    int from = group++ * GROUP;
    return switch (stage) {
      case ALL_LIVE -> {
        int to = Math.min(from + GROUP, sessions.places());
        for (int place = from; place < to; place++) {
          sessions.addTo(block.floors, place);
        }
        needed += to - from;
        yield to == sessions.places();
      }
      case ALL_DEPARTED -> {
        copyDeparted(group - 1, -1L, settledSeconds);
        yield from + GROUP >= departed.count();
      }
      case CHANGED_LIVE -> {
        for (int i = 0; i < GROUP && changed > 0; i++, changed--) {
          sessions.addTo(block.floors, sessions.takeChanged());
        }
        yield changed == 0;
      }
      case CHANGED_DEPARTED -> {
        if (departed.dirty().count() > 0) {
          copyDeparted(group - 1, departed.dirty().clearGroup(group - 1), settledSeconds);
        }
        yield departed.dirty().count() == 0 || from + GROUP >= departed.count();
      }
      case LOST -> departed.moveLostTo(block.floors);
      case DONE -> true;
    };
  }

  private void copyDeparted(int group, long which, long settledSeconds) {
    int before = block.floors.count();
    for (long left = which; left != 0; left &= left - 1) {
      int index = group * GROUP + Long.numberOfTrailingZeros(left);
      departed.addTo(block.floors, index, settledSeconds);
    }
    needed += stage == Stage.ALL_DEPARTED ? block.floors.count() - before : 0;
  }

  private void advance(long settledSeconds) {
    enter(Stage.values()[stage.ordinal() + 1]);
    if (stage == Stage.DONE) {
      addRest(settledSeconds);
      hand(anew, true);
    }
  }

  /** Adds losses and the clocks to a round that has something new. */
  private void addRest(long settledSeconds) {
    if (departed.takeLostMore() || anew) {
      block.floors.lost().addAll(departed.lost());
    }
    if (departed.endedSeconds() > endedSeconds || anew) {
      endedSeconds = departed.endedSeconds();
      block.floors.noteEnded(endedSeconds);
    }
    if (block.floors.lines() > 0 || unsynced || anew) {
      block.floors.setClock(settledSeconds);
      block.floors.setLatest(departed.latestSeconds());
    }
  }

  private void hand(boolean ends, boolean syncs) {
    if (block.floors.lines() == 0 && !block.begins && !ends && !unsynced) {
      return;
    }
    block.ends = ends;
    block.syncs = syncs;
    unsynced = !syncs;
    record.hand(block);
    block = null;
    if (!finishing) {
      writing.execute(settle);
    }
  }

  /** Finishes the round, makes another, and sees to it that all of it is in the file. */
  public void finish(long settledSeconds) {
    finishing = true;
    for (int round = 0; round < 2; round++) {
      begin();
      while (isUnderWay()) {
        if (!step(settledSeconds)) {
          record.settle();
        }
      }
    }
    record.settle();
    finishing = false;
  }
}
