import type { Outcome } from '../outcome.ts';

/** In ms: a message that was on its way when the deletion was acknowledged arrives by then. */
const onItsWayMs = 3_000;
const unauthorized = 401;
const maxLines = 5;
const failureText = /unhandled ?(promise ?)?rejection|ERR_UNHANDLED|uncaught|"level":60\b|FATAL ERROR/i;

/** What is left of a member whose account was deleted. */
export function findErasureFaults({ erasure, messages, faults, dashboards }: Outcome): string[] {
  if (erasure === null) return ['No account was deleted'];
  const { userId, email, at, traces, statusAfter } = erasure;
  const late = messages.filter(({ to, at: sentAt, isAccepted }) => {
    if (!isAccepted || (to !== userId && to !== email)) return false;
    // A suspended process sends what it had begun when it wakes.
    const delays = faults.filter(({ begin }) => begin <= at + onItsWayMs).map(({ end }) => end);
    return sentAt > Math.max(at, ...delays) + onItsWayMs;
  });
  return [
    ...traces.map((trace) => `${trace} names the erased member`),
    ...(dashboards.has(userId) ? ['The dashboard of the erased member is left'] : []),
    ...(statusAfter === unauthorized ? [] : [`The erased member is answered with ${statusAfter}`]),
    ...late.map(
      (message) => `${message.channel} ${message.id} was sent ${Math.round(message.at - at)} ms after the deletion`,
    ),
  ];
}

/** Processes that ended without a fault, and errors that nothing handled. */
export function findFailures({ failures, logs }: Outcome): string[] {
  return [...failures, ...logs.filter((line) => failureText.test(line)).slice(0, maxLines)];
}
