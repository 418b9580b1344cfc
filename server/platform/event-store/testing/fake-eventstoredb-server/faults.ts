import { setTimeout } from 'node:timers/promises';

export type Faults = ReturnType<typeof createFaults>;

/** The faults that are active until they are reset. */
export function createFaults() {
  let silence: PromiseWithResolvers<null> | null = null;
  const waitForAnswer = async (delay: number) => {
    if (delay > 0) await setTimeout(delay);
    await silence?.promise;
  };
  const faults = {
    /** Milliseconds before each answer, and each event of a subscription. */
    delay: 0,
    /** This many of the next appends are written, and their acknowledgement is lost with the connection. */
    lostAcknowledgements: 0,
    /** Events that a live subscriber may lag behind before it is dropped. */
    liveBuffer: Infinity,
    /** Checkpoints name the position after the last scanned event, instead of its own. */
    checkpointsAhead: false,
    /** Nothing is answered any more, but connections stay open and are accepted. */
    silence: () => {
      silence ??= Promise.withResolvers();
    },
    /** Delayed answers are sent. */
    speak: () => {
      silence?.resolve(null);
      silence = null;
    },
    losesAcknowledgement: () => {
      if (faults.lostAcknowledgements === 0) return false;
      faults.lostAcknowledgements -= 1;
      return true;
    },
    /** To await before an answer is sent; null when it may be sent at once. */
    turn: () => (faults.delay > 0 || silence ? waitForAnswer(faults.delay) : null),
  };
  return faults;
}
