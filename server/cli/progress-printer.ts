import { renderProgress } from './rebuild-report.ts';

/** Prints every second how far the log has been read, or `done` otherwise, once that has taken more than one. */
export function createLogProgressPrinter(head: number, done = 'read') {
  let last = performance.now();
  return (count: number, position: number) => {
    if (performance.now() - last < 1_000) return;
    last = performance.now();
    printProgressLine(renderProgress(count, position, head, done));
  };
}

/** A terminal shows the latest line only. */
export function printProgressLine(line: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r${line} ` : `${line}\n`);
}
