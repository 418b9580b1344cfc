/** In ms: a probe follows the last answer after `intervalMs`, and its answer may take `answerMs`. */
export type ProbeTimes = { intervalMs: number; answerMs: number };

type ProbeOptions = ProbeTimes & {
  /** Only a visible page probes. */
  isVisible: () => boolean;
  /** Asks the server; it may never answer. */
  send: (onAnswer: () => void) => void;
  onSilent: (silent: boolean) => void;
  /** Called where several probes in a row had no answer. */
  onBroken: () => void;
};

const maxUnanswered = 4;

/**
 * Notices a connection that falls silent without being closed, as when the network fails. `probe` asks at once;
 * `recordMessage` is called for whatever arrives.
 */
export function createConnectionProbe({ intervalMs, answerMs, isVisible, send, onSilent, onBroken }: ProbeOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unanswered = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(probe, intervalMs);
  };
  const recordMessage = () => {
    if (unanswered > 0) onSilent(false);
    unanswered = 0;
    wait();
  };
  const recordSilence = () => {
    unanswered += 1;
    if (unanswered === 1) onSilent(true);
    if (unanswered === maxUnanswered) onBroken();
    else probe();
  };
  const probe = () => {
    clearTimeout(timer);
    if (!isVisible()) return;
    timer = setTimeout(recordSilence, answerMs);
    send(recordMessage);
  };
  const stop = () => {
    clearTimeout(timer);
    unanswered = 0;
  };
  return { probe, recordMessage, stop };
}
