import { hash } from 'node:crypto';
import type { IntakeResult } from '#domain/listing/contract.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { updateDocument } from '#projections/store/update-document.ts';

const space = documentSpaces.webhookDeliveries;
/** Senders retry for a few days at most. */
const answerTtlMs = 14 * 24 * 60 * 60 * 1000;

type StoredAnswer = { id: string; answer: IntakeResult };
/** `isRepeat`: the answer is the one of an earlier delivery. */
type GivenAnswer = { answer: IntakeResult; isRepeat: boolean };

/** Answers each delivery once: the same id again, even concurrently, gets the same answer. */
export function createIdempotentHandler(documents: Documents, clock: Clock) {
  const inFlight = new Map<string, Promise<GivenAnswer>>();

  const handleOnce = async (id: string, take: () => Promise<IntakeResult>): Promise<GivenAnswer> => {
    const before = await documents.get<StoredAnswer>(space, id);
    if (before) return { answer: before.answer, isRepeat: true };
    const ownAnswer: StoredAnswer = { id, answer: await take() };
    const expires = () => clock().getTime() + answerTtlMs;
    // The answer of another process that was faster is the one of both.
    const keep = (storedAnswer: StoredAnswer | null) => storedAnswer ?? ownAnswer;
    const { answer } = await updateDocument(documents, { space, id, expires }, keep);
    return { answer, isRepeat: answer !== ownAnswer.answer };
  };

  return (webhookId: string, take: () => Promise<IntakeResult>): Promise<GivenAnswer> => {
    const id = hash('sha256', webhookId, 'base64url');
    const already = inFlight.get(id);
    if (already) return already.then(({ answer }) => ({ answer, isRepeat: true }));
    const answer = handleOnce(id, take).finally(() => inFlight.delete(id));
    inFlight.set(id, answer);
    return answer;
  };
}
