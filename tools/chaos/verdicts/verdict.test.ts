import { describe, expect, it } from 'vitest';
import type { Outcome } from '../outcome.ts';
import { createSoundOutcome } from './testing/sound-outcome.ts';
import { splitAnswers } from './answers.ts';
import { type CheckName, judge } from './verdict.ts';

/** The checks that a changed outcome does not pass. */
function findMissed(change: (outcome: Outcome) => void): string[] {
  const outcome = createSoundOutcome();
  change(outcome);
  return judge(outcome).flatMap(({ what, violations }) => (violations.length > 0 ? [what] : []));
}

function repeatMail(outcome: Outcome, at: number, changes: { id?: string } = {}): void {
  const [mail] = outcome.messages;
  if (mail) outcome.messages.push({ ...mail, at, ...changes });
}

function dropEvent(outcome: Outcome, type: string): void {
  outcome.events.splice(
    outcome.events.findIndex((event) => event.type === type),
    1,
  );
  outcome.chain = { ...outcome.chain, verified: outcome.events.length, stored: outcome.events.length };
}

function dropMessage(outcome: Outcome, isDropped: (message: Outcome['messages'][number]) => boolean): void {
  outcome.messages.splice(outcome.messages.findIndex(isDropped), 1);
}

type Violation = [fault: string, check: CheckName, change: (outcome: Outcome) => void];

const violations: Violation[] = [
  ['nothing was acknowledged', 'every kind of load and fault took place', ({ facts }) => facts.splice(0)],
  [
    'no payment was acknowledged',
    'every kind of load and fault took place',
    (outcome) => (outcome.facts = outcome.facts.filter(({ kind }) => kind !== 'payment')),
  ],
  ['no fault took place', 'every kind of load and fault took place', ({ faults }) => faults.splice(0)],
  [
    'a long run lacks a kind of fault',
    'every kind of load and fault took place',
    (outcome) => {
      outcome.minutes = 10;
      outcome.faultNames.push('disk full');
    },
  ],
  [
    'a saved price is not in the log',
    'no acknowledged fact is lost',
    (outcome) => dropEvent(outcome, 'FiltersUpdated'),
  ],
  ['a payment is not in the log', 'no acknowledged fact is lost', (outcome) => dropEvent(outcome, 'PaymentReported')],
  ['a deleted user is in the log', 'no acknowledged fact is lost', (outcome) => dropEvent(outcome, 'UserDeleted')],
  ['a user is registered twice', 'no acknowledged fact is lost', ({ events }) => events.push(...events.slice(0, 1))],
  ['a message waits', 'all work comes to rest', ({ unfinished }) => unfinished.push('mail 1 waits')],
  ['a view has another content', 'the views equal a replay', ({ digests: [first] }) => first && (first.shown = 'abd')],
  [
    'the log was changed',
    'the hash chain is valid and complete',
    ({ chain }) => (chain.difference = 'Event 1 was changed'),
  ],
  ['the chain is short', 'the hash chain is valid and complete', ({ chain }) => (chain.stored -= 1)],
  ['an alert is missing', 'every due alert is delivered once', (outcome) => dropEvent(outcome, 'AlertsDelivered')],
  ['an alert is repeated', 'every due alert is delivered once', ({ events }) => events.push(...events.slice(-2, -1))],
  [
    'a listing that costs too much for a member is on the dashboard',
    'every dashboard shows the listings that were due',
    ({ dashboards }) => dashboards.set('frugal', ['100']),
  ],
  [
    'a dashboard lacks a listing',
    'every dashboard shows the listings that were due',
    ({ dashboards }) => dashboards.set('member-400', []),
  ],
  [
    'a dashboard repeats a listing',
    'every dashboard shows the listings that were due',
    ({ dashboards }) => dashboards.get('member-400')?.push('100'),
  ],
  [
    'a dashboard has another listing',
    'every dashboard shows the listings that were due',
    ({ dashboards }) => dashboards.get('member-400')?.push('107'),
  ],
  [
    'the API shows another dashboard than the views',
    'every dashboard shows the listings that were due',
    ({ dashboards }) => dashboards.set('member-1@api', []),
  ],
  [
    'a mail is missing',
    'every due message arrives',
    (outcome) => dropMessage(outcome, ({ to }) => to === 'member-9@example.com'),
  ],
  [
    'a push is missing',
    'every due message arrives',
    (outcome) => dropMessage(outcome, ({ channel }) => channel === 'push'),
  ],
  [
    'a call of the webhook was refused only',
    'every due message arrives',
    ({ messages }) => messages.forEach((one) => (one.isAccepted = one.channel !== 'webhook')),
  ],
  [
    'a refused mail comes under another id',
    'a message is repeated under its id',
    ({ messages: [mail], messages }) => mail && messages.push({ ...mail, id: 'another', isAccepted: false }),
  ],
  [
    'a mail is copied without a crash',
    'a message arrives once, and once more only after a crash',
    (outcome) => repeatMail(outcome, 5_000),
  ],
  [
    'a mail comes three times',
    'a message arrives once, and once more only after a crash',
    (outcome) => [11_000, 12_000].forEach((at) => repeatMail(outcome, at)),
  ],
  [
    'a copy has another id',
    'a message arrives once, and once more only after a crash',
    (outcome) => repeatMail(outcome, 11_000, { id: 'another' }),
  ],
  [
    'a document of an erased member is left',
    'an erased member leaves no trace',
    ({ erasure }) => erasure?.traces.push('push-subscriptions: 1'),
  ],
  [
    'an erased member signs in',
    'an erased member leaves no trace',
    ({ erasure }) => erasure && (erasure.statusAfter = 200),
  ],
  [
    'an erased member gets a push',
    'an erased member leaves no trace',
    ({ messages, messages: [mail] }) =>
      mail && messages.push({ ...mail, channel: 'push', to: 'leaver', houses: [], id: 'late', at: 30_000 }),
  ],
  [
    'an answer is late without a fault',
    'answers come within 3 s but for faults',
    ({ answers }) => answers.push({ at: 20_000, tookMs: 3_500, status: 200 }),
  ],
  [
    'a request is refused without a fault',
    'answers come within 3 s but for faults',
    ({ answers }) => answers.push({ at: 20_000, tookMs: 5, status: 503 }),
  ],
  [
    'an answer is late after a fault',
    'answers come within 3 s but for faults',
    ({ answers }) => answers.push({ at: 11_000, tookMs: 4_500, status: 200 }),
  ],
  ['a process ends by itself', 'no process fails without a fault', ({ failures }) => failures.push('It ended with 1')],
  [
    'a process logs an unhandled rejection',
    'no process fails without a fault',
    ({ logs }) => logs.push('[UnhandledPromiseRejection: This error originated'),
  ],
];

describe('the verdicts on a run of chaos', () => {
  it('The verdicts on a sound run of chaos find nothing', () => {
    expect(findMissed(() => undefined)).toEqual([]);
  });

  it.each(violations)('The verdicts on a run of chaos notice where %s', (_fault, check, change) => {
    expect(findMissed(change)).toContain(check);
  });

  it('The verdicts on a run of chaos accept a second copy of a mail around a crash', () => {
    expect(findMissed((outcome) => repeatMail(outcome, 11_000))).toEqual([]);
  });

  it('The verdicts on a run of chaos accept no answer of a server that refuses everything', () => {
    const missed = findMissed((outcome) => {
      outcome.facts = [];
      outcome.messages = [];
      outcome.answers = [{ at: 0, tookMs: 1, status: 503 }];
    });
    expect(missed).toEqual(
      expect.arrayContaining(['every kind of load and fault took place', 'answers come within 3 s but for faults']),
    );
  });

  it('The verdicts on a run of chaos count an answer from the end of the fault that it met', () => {
    const faults = [{ name: 'log killed', begin: 10_000, end: 14_000 }];
    const answers = [
      { at: 11_000, tookMs: 3_500, status: 200 },
      { at: 16_900, tookMs: 10, status: 200 },
      { at: 17_001, tookMs: 10, status: 200 },
    ];
    const { during, otherwise } = splitAnswers({ answers, faults });
    expect(during.map(({ lateMs }) => lateMs)).toEqual([500, 10]);
    expect(otherwise).toHaveLength(1);
  });
});
