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
  const { heard, said } = listen();
  for (let beat = 0; beat < 5; beat += 1) {
    heard();
    vi.advanceTimersByTime(1000);
  }
  expect(said).toEqual([]);
});

it('The heartbeat monitor reports once that the connection is silent, and once that it is back', () => {
  const { heard, said } = listen();
  heard();
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual([true]);
  heard();
  heard();
  expect(said).toEqual([true, false]);
});

it('The heartbeat monitor reports nothing once it is stopped', () => {
  const { heard, stop, said } = listen();
  heard();
  stop();
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual([]);
});
