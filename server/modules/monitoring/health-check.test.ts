import { describe, expect, it } from 'vitest';
import { checkHealth, type HealthInput } from './health-check.ts';

const minute = 60_000;
const start = Date.parse('2026-03-01T12:00:00.000Z');
const passed = (at: number) => ({ everySeconds: 60, lastPassAt: at, nextPassAt: at + minute });
const createInput = (changes: Partial<HealthInput> = {}): HealthInput => ({
  problem: null,
  failures: 0,
  pull: passed(start),
  since: start - 60 * minute,
  ...changes,
});

describe('a failing source', () => {
  it('A failing source is reported after 3 failures in a row', () => {
    const problem = 'The source answered with status 500';
    expect(checkHealth(createInput({ problem, failures: 2 }), start)).toBeNull();
    expect(checkHealth(createInput({ problem, failures: 3 }), start)).toEqual({
      trouble: 'failures',
      problem: '3 runs in a row failed. The source answered with status 500',
    });
    expect(checkHealth(createInput({ problem, failures: 9, pull: null }), start)?.trouble).toBe('failures');
  });
});

describe('a silent source', () => {
  it('A silent source is reported after 3 of its intervals without a pass', () => {
    expect(checkHealth(createInput(), start + 3 * minute)).toBeNull();
    expect(checkHealth(createInput(), start + 3 * minute + 1)).toEqual({
      trouble: 'silence',
      problem: 'No pass since 2026-03-01 12:00Z, though one is due every minute',
    });
  });

  it('A silent source is given time from the start of monitoring, or from its resumption', () => {
    const since = start + 60 * minute;
    expect(checkHealth(createInput({ since }), since + 3 * minute)).toBeNull();
    expect(checkHealth(createInput({ since }), since + 3 * minute + 1)?.trouble).toBe('silence');
  });

  it('A silent source is not reported while its pass is postponed', () => {
    const pull = { ...passed(start), nextPassAt: start + 60 * minute };
    expect(checkHealth(createInput({ pull }), start + 61 * minute)).toBeNull();
    expect(checkHealth(createInput({ pull }), start + 61 * minute + 1)?.trouble).toBe('silence');
  });

  it('A silent source is given time for its pass, however short its interval is', () => {
    const pull = { everySeconds: 1, lastPassAt: start, nextPassAt: start + 1000 };
    expect(checkHealth(createInput({ pull }), start + 90_000)).toBeNull();
    expect(checkHealth(createInput({ pull }), start + 90_001)?.trouble).toBe('silence');
  });

  it('A silent source may never have had a pass', () => {
    const pull = { everySeconds: 7200, lastPassAt: 0, nextPassAt: 0 };
    expect(checkHealth(createInput({ pull, since: start }), start + 6 * 60 * minute + 1)?.problem).toBe(
      'No pass ever, though one is due every 2 hours',
    );
  });

  it('A silent source is not reported where it pushes its listings', () => {
    expect(checkHealth(createInput({ pull: null }), start + 1e9)).toBeNull();
  });
});
