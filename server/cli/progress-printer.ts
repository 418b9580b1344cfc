import { renderProgress } from './rebuild-report.ts';

/** Says every second how far a reading of the log has come, once it has taken more than one. */
export function createLogProgressPrinter(head: number) {
  let last = performance.now();
  return (read: number, position: number) => {
    if (performance.now() - last < 1_000) return;
    last = performance.now();
    const line = renderProgress(read, position, head);
    process.stderr.write(process.stderr.isTTY ? `\r${line} ` : `${line}\n`);
  };
}
