import type { Position } from '#domain/shared/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { readDigestPass } from '../matching/digest-pass.ts';

type DigestGateDeps = {
  documents: Pick<Documents, 'get'>;
  clock: Clock;
  /** The last event whose mails are in the outbox. */
  position: () => Position;
  /** In ms: how long a held digest waits before it is looked at again. */
  holdMs: number;
};

/**
 * Until when a digest must be held (ms since 1970), null where it can be sent: all alerts of a morning belong in one
 * mail, so it waits until the pass that delivers them is over, and until their mails are in the outbox.
 */
export function createDigestGate({ documents, clock, position, holdMs }: DigestGateDeps) {
  return async (): Promise<number | null> => {
    const pass = await readDigestPass(documents);
    const isOver = pass === null || (pass.state === 'idle' && position() >= pass.position);
    return isOver ? null : clock().getTime() + holdMs;
  };
}
