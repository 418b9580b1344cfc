import { createHash } from 'node:crypto';
import type { IntakeResult } from '#domain/listing/contract.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';

const space = 'webhooks';
/** Senders try again for some days at most. */
const keptFor = 14 * 24 * 60 * 60 * 1000;

type Answered = { id: string; answer: IntakeResult };

/** Answers each delivery once: the same id again, also at the same moment, gets the very same answer. */
export function deliveries(documents: Documents, clock: Clock) {
  const underWay = new Map<string, Promise<IntakeResult>>();

  const first = async (id: string, take: () => Promise<IntakeResult>): Promise<IntakeResult> => {
    const before = await documents.get<Answered>(space, id);
    if (before) return before.answer;
    const answered: Answered = { id, answer: await take() };
    await documents.put(space, answered, clock().getTime() + keptFor);
    return answered.answer;
  };

  return (webhookId: string, take: () => Promise<IntakeResult>): Promise<IntakeResult> => {
    const id = createHash('sha256').update(webhookId).digest('base64url');
    const already = underWay.get(id);
    if (already) return already;
    const answer = first(id, take).finally(() => underWay.delete(id));
    underWay.set(id, answer);
    return answer;
  };
}
