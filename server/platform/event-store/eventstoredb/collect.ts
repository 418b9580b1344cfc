import type { StreamingRead } from '@eventstore/db-client';
import { createTimer } from '#server/lib/delay.ts';
import { CallTimeoutError } from './errors.ts';

/** All events of a read. Rejects with the error of the read, or when nothing more comes for `milliseconds`. */
export function collect<E>(reading: StreamingRead<E>, milliseconds: number): Promise<E[]> {
  const { promise, resolve, reject } = Promise.withResolvers<E[]>();
  const read: E[] = [];
  const timer = createTimer(() => {
    reject(new CallTimeoutError());
    // Neither `break` nor destroy() would end the call.
    reading.cancel().catch(() => undefined);
  });
  timer.start(milliseconds);
  reading.on('data', (event) => {
    read.push(event);
    timer.start(milliseconds);
  });
  reading.on('error', reject);
  reading.on('end', () => resolve(read));
  return promise.finally(timer.stop);
}
