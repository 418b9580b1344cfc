import type { IncomingMessage } from 'node:http';
import { createTimer } from '#server/lib/delay.ts';
import type { ConnectionLimits } from './connection-limits.ts';

const checkIntervalMs = 50;

/**
 * Reads on after the answer, so that a client that is still sending can receive it, and calls `onEnd` at the end of the
 * request; destroys the connection at a limit.
 */
export function discardRest(
  request: IncomingMessage,
  { discardTimeoutMs, discardMaxBytes }: Pick<ConnectionLimits, 'discardTimeoutMs' | 'discardMaxBytes'>,
  onEnd: () => void,
): void {
  const { socket } = request;
  const lastByte = socket.bytesRead + discardMaxBytes;
  const end = performance.now() + discardTimeoutMs;
  const timer = createTimer(() => {
    if (socket.destroyed) return;
    if (request.complete) onEnd();
    else if (socket.bytesRead > lastByte || performance.now() > end) socket.destroy();
    else timer.start(checkIntervalMs);
  });
  timer.start(checkIntervalMs);
  request.resume();
}
