import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createConnectionProbe } from './connection-probe.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function openProbe({ isVisible = true } = {}) {
  const page = { isVisible, isAnswered: true, probes: 0, notices: [] as (boolean | 'broken')[] };
  const probe = createConnectionProbe({
    intervalMs: 1_500,
    answerMs: 1_000,
    isVisible: () => page.isVisible,
    send: (onAnswer) => {
      page.probes += 1;
      if (page.isAnswered) onAnswer();
    },
    onSilent: (silent) => page.notices.push(silent),
    onBroken: () => page.notices.push('broken'),
  });
  return { ...probe, page };
}

it('The probe of a connection asks again after each answer, and reports nothing while they come', () => {
  const { probe, page } = openProbe();
  probe();
  vi.advanceTimersByTime(6_000);
  expect([page.probes, page.notices]).toEqual([5, []]);
});

it('The probe of a connection does not ask while other messages arrive', () => {
  const { recordMessage, page } = openProbe();
  for (let n = 0; n < 10; n += 1) {
    recordMessage();
    vi.advanceTimersByTime(1_000);
  }
  expect(page.probes).toBe(0);
});

it('The probe of a connection reports within 3 s that it is silent, once, and once that it is back', () => {
  const { recordMessage, page } = openProbe();
  page.isAnswered = false;
  recordMessage();
  vi.advanceTimersByTime(2_999);
  expect(page.notices).toEqual([true]);
  vi.advanceTimersByTime(1_000);
  recordMessage();
  recordMessage();
  expect(page.notices).toEqual([true, false]);
});

it('The probe of a connection reports it as broken after four probes without an answer, and asks no more', () => {
  const { probe, page } = openProbe();
  page.isAnswered = false;
  probe();
  vi.advanceTimersByTime(60_000);
  expect([page.probes, page.notices]).toEqual([4, [true, 'broken']]);
});

it('The probe of a connection asks nothing while the page is hidden, and at once when it is visible', () => {
  const { probe, recordMessage, page } = openProbe({ isVisible: false });
  recordMessage();
  vi.advanceTimersByTime(60_000);
  expect(page.probes).toBe(0);
  page.isVisible = true;
  probe();
  expect(page.probes).toBe(1);
});

it('The probe of a connection asks nothing once it is stopped', () => {
  const { recordMessage, stop, page } = openProbe();
  recordMessage();
  stop();
  vi.advanceTimersByTime(60_000);
  expect([page.probes, page.notices]).toEqual([0, []]);
});
