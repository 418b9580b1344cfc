import { percentile } from '../bench/result.ts';

/** How long after a fault the answers count as those of a fail-over. */
const failoverMs = 10_000;

type Answer = { at: number; tookMs: number; status: number };

/** The answers to all requests, and the times of the faults. Status 0 is no answer. */
export function createLatencies() {
  const answers: Answer[] = [];
  const faults: number[] = [];
  const isDuringFailover = ({ at }: Answer) => faults.some((fault) => at >= fault && at < fault + failoverMs);

  return {
    recordFault: () => void faults.push(performance.now()),
    measure: async (ask: () => Promise<{ status: number; text: string }>) => {
      const at = performance.now();
      const answer = await ask().catch(() => ({ status: 0, text: '' }));
      answers.push({ at, tookMs: performance.now() - at, status: answer.status });
      return answer;
    },
    summarize: () => ({
      failover: summarize(answers.filter(isDuringFailover)),
      otherwise: summarize(answers.filter((answer) => !isDuringFailover(answer))),
    }),
  };
}

function summarize(answers: Answer[]) {
  const times = answers.map(({ tookMs }) => tookMs);
  const refused = answers.filter(({ status }) => status === 0 || status >= 500).length;
  const [p50ms, p99ms] = [0.5, 0.99].map((p) => Math.round(percentile(times, p)));
  return { requests: answers.length, refused, p50ms, p99ms };
}
