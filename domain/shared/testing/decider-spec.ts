import { expect } from 'vitest';
import { type Decider, Rejected } from '../decider.ts';
import type { RejectionCode } from '../rejection-code.ts';

/** given(decider, past).when(command).decides(events) | .rejects(code) */
export function given<C, E, S>(decider: Decider<C, E, S>, past: NoInfer<E>[]) {
  return {
    when: (command: C) => {
      const run = () => decider.decide(command, past.reduce(decider.evolve, decider.initialState));
      return {
        then: (expected: E[]) => {
          expect(run()).toEqual(expected);
        },
        thenRejects: (code: RejectionCode) => {
          expect(run).toThrow(new Rejected(code));
        },
      };
    },
  };
}
