import type { Outcome } from '../outcome.ts';
import { findAlertFaults, findDashboardFaults } from './alerts.ts';
import { findLateAnswers } from './answers.ts';
import { findLostFacts, findMissingLoad } from './facts.ts';
import { findDoubledMessages, findLostMessages, findUnrepeatedMessages } from './messages.ts';
import { findErasureFaults, findFailures } from './rest.ts';

export type Verdict = { what: string; violations: string[] };

type Check = (outcome: Outcome) => string[];

/** The bars of a run: each check finds what misses it. */
export const checks = {
  'every kind of load and fault took place': findMissingLoad,
  'no acknowledged fact is lost': findLostFacts,
  'all work comes to rest': ({ unfinished }) => unfinished,
  'the views equal a replay': ({ digests }) =>
    digests.flatMap(({ view, shown, replayed }) =>
      shown === replayed ? [] : [`${view}: ${shown}, replayed ${replayed}`],
    ),
  'the hash chain is valid and complete': ({ events, chain: { verified, stored, difference } }) => [
    ...(difference === null ? [] : [difference]),
    ...(stored === events.length && verified === events.length
      ? []
      : [`${verified} events verified, ${stored} in the chain, ${events.length} in the log`]),
  ],
  'every due alert is delivered once': findAlertFaults,
  'every dashboard shows the listings that were due': findDashboardFaults,
  'every due message arrives': findLostMessages,
  'a message is repeated under its id': findUnrepeatedMessages,
  'a message arrives once, and once more only after a crash': findDoubledMessages,
  'an erased member leaves no trace': findErasureFaults,
  'answers come within 3 s but for faults': findLateAnswers,
  'no process fails without a fault': findFailures,
} satisfies Record<string, Check>;

export type CheckName = keyof typeof checks;

export function judge(outcome: Outcome): Verdict[] {
  return Object.entries<Check>(checks).map(([what, find]) => ({ what, violations: find(outcome) }));
}
