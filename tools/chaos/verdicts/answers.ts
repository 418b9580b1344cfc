import { percentile } from '../../bench/result.ts';
import type { Answer, Fault, Outcome } from '../outcome.ts';

/** In ms: the bar, and how long after a fault answers count as those of a fail-over. */
const barMs = 3_000;

/** An answer, and how long it took, or came after the last fault that it met. */
type Timed = { answer: Answer; lateMs: number };

/** Splits answers into those that met a fault or the time after it, and all others. */
export function splitAnswers({ answers, faults }: Pick<Outcome, 'answers' | 'faults'>) {
  const [during, otherwise]: [Timed[], Timed[]] = [[], []];
  for (const answer of answers) {
    const metFaults = faults.filter((fault) => hasMet(answer, fault));
    const since = Math.max(answer.at, ...metFaults.map(({ end }) => end));
    const lateMs = Math.max(0, answer.at + answer.tookMs - since);
    (metFaults.length > 0 ? during : otherwise).push({ answer, lateMs });
  }
  return { during, otherwise };
}

function hasMet({ at, tookMs }: Answer, { begin, end }: Fault): boolean {
  return at <= end + barMs && at + tookMs >= begin;
}

/** The 99th percentile, in ms: of answers from the end of a fault on, and of all others; none may be refused without a fault. */
export function findLateAnswers(outcome: Outcome): string[] {
  const { during, otherwise } = splitAnswers(outcome);
  const refused = otherwise.filter(({ answer: { status } }) => isRefusal(status));
  return [
    ...findLate('in and after faults', during),
    ...findLate('without a fault', otherwise),
    ...(refused.length === 0 ? [] : [`${refused.length} requests were refused without a fault`]),
  ];
}

function findLate(what: string, answers: Timed[]): string[] {
  if (answers.length === 0) return [];
  const p99 = computeLateness(answers);
  return p99 <= barMs ? [] : [`p99 ${what} is ${Math.round(p99)} ms`];
}

/** The 99th percentile. */
function computeLateness(answers: Timed[]): number {
  const lateMs = answers.map((answer) => answer.lateMs);
  return percentile(lateMs, 0.99);
}

export function summarizeAnswers(outcome: Pick<Outcome, 'answers' | 'faults'>) {
  const summarize = (answers: Timed[]) => {
    const tookMs = answers.map(({ answer }) => answer.tookMs);
    const [p50ms, p99ms] = [0.5, 0.99].map((p) => Math.round(percentile(tookMs, p)));
    const p99LateMs = Math.round(computeLateness(answers));
    const refused = answers.filter(({ answer: { status } }) => isRefusal(status)).length;
    return { requests: answers.length, refused, p50ms, p99ms, p99LateMs };
  };
  const { during, otherwise } = splitAnswers(outcome);
  return { during: summarize(during), otherwise: summarize(otherwise) };
}

function isRefusal(status: number): boolean {
  return status === 0 || status >= 500;
}
