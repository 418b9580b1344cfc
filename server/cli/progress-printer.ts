import { renderProgress } from './rebuild-report.ts';

/** Prints every second how far the log has been read, once that has taken more than one. */
export function createLogProgressPrinter(head: number) {
  let last = performance.now();
  return (read: number, position: number) => {
    if (performance.now() - last < 1_000) return;
    last = performance.now();
    const line = renderProgress(read, position, head);
    process.stderr.write(process.stderr.isTTY ? `\r${line} ` : `${line}\n`);
  };
}
