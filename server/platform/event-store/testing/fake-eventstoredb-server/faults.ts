import { setTimeout } from 'node:timers/promises';

export type Faults = ReturnType<typeof createFaults>;

/** What goes wrong from now on, until it is taken back. */
export function createFaults() {
  let silence: PromiseWithResolvers<null> | null = null;
  const waitForAnswer = async (delay: number) => {
    if (delay > 0) await setTimeout(delay);
    await silence?.promise;
  };
  const faults = {
    /** Milliseconds before each answer, and each event of a subscription. */
    delay: 0,
    /** So many appends to come are written, and their acknowledgement is lost with the connection. */
    lostAcknowledgements: 0,
    /** Events that a live subscriber may lag behind before it is dropped. */
    liveBuffer: Infinity,
    /** Checkpoints name the place after the last event that was looked at, instead of its own. */
    checkpointsAhead: false,
    /** Nothing is answered any more, but connections stand and are taken. */
    silence: () => {
      silence ??= Promise.withResolvers();
    },
    /** What was kept back is answered. */
    speak: () => {
      silence?.resolve(null);
      silence = null;
    },
    losesAcknowledgement: () => {
      if (faults.lostAcknowledgements === 0) return false;
      faults.lostAcknowledgements -= 1;
      return true;
    },
    /** To wait for before an answer goes out; null when it may at once. */
    turn: () => (faults.delay > 0 || silence ? waitForAnswer(faults.delay) : null),
  };
  return faults;
}
