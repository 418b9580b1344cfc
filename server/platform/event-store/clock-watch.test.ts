import { expect, it } from 'vitest';
import type { StoredEvent } from './port.ts';
import { createClockCheck } from './clock-watch.ts';

const noon = Date.UTC(2026, 2, 1, 12);

function watch(lastEventMs: number) {
  const time = { nowMs: noon, monotonicMs: 0 };
  const errors: string[] = [];
  const last = { metadata: { at: new Date(lastEventMs).toISOString() } } as StoredEvent; // the check reads nothing else
  const check = createClockCheck({
    events: { readAllBackwards: () => Promise.resolve([last]) },
    clock: () => new Date(time.nowMs),
    monotonic: () => time.monotonicMs,
    log: { error: (_fields: unknown, message?: string) => void errors.push(message ?? '') },
  });
  return { check, time, errors };
}

it('A clock that runs on evenly raises no alarm, however old the last event is', async () => {
  const { check, time, errors } = watch(noon - 86_400_000);
  for (let minute = 0; minute < 3; minute += 1) {
    await check();
    time.nowMs += 60_500;
    time.monotonicMs += 60_000;
  }
  expect(errors).toEqual([]);
});

it('A clock that jumps by over a minute raises one alarm', async () => {
  const { check, time, errors } = watch(noon);
  time.nowMs += 3_600_000;
  await check();
  await check();
  expect(errors).toEqual(['The clock jumped']);
});

it('A clock that is behind the last event raises an alarm', async () => {
  const { check, errors } = watch(noon + 61_000);
  await check();
  expect(errors).toEqual(['The last event is dated in the future: check the clock of this machine']);
});
