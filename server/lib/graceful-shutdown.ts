import closeWithGrace from 'close-with-grace';

// npm forwards a signal that the terminal has sent already: a second one within this time counts as the same.
const duplicateSignalMs = 2000;
const shutdownTimeoutMs = 9500;

/** Runs `close` once when the process receives a signal or fails; a later second signal ends it at once. */
export function shutDownOnSignal(close: () => Promise<void>): void {
  const grace = closeWithGrace(
    { delay: shutdownTimeoutMs, logger: false, skip: ['SIGTERM', 'SIGINT'] },
    async ({ err }) => {
      if (err) console.error(err);
      await close();
    },
  );
  let closingSince: number | null = null;
  const onSignal = () => {
    if (closingSince === null) {
      closingSince = performance.now();
      grace.close();
    } else if (performance.now() - closingSince > duplicateSignalMs) {
      process.exit(1);
    }
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
}
