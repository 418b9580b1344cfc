import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createHeartbeatMonitor } from './heartbeat.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function listen() {
  const heard: boolean[] = [];
  return { ...createHeartbeatMonitor(2200, (silent) => heard.push(silent)), said: heard };
}

it('The heartbeat monitor reports nothing while a message arrives every second', () => {
  const { recordBeat, said } = listen();
  for (let beat = 0; beat < 5; beat += 1) {
    recordBeat();
    vi.advanceTimersByTime(1000);
  }
  expect(said).toEqual([]);
});

it('The heartbeat monitor reports once that the connection is silent, and once that it is back', () => {
  const { recordBeat, said } = listen();
  recordBeat();
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual([true]);
  recordBeat();
  recordBeat();
  expect(said).toEqual([true, false]);
});

it('The heartbeat monitor reports nothing once it is stopped', () => {
  const { recordBeat, stop, said } = listen();
  recordBeat();
  stop();
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual([]);
});
