import type { Page } from 'playwright-core';

type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean };
type Recorded = { value: number; followsInput: boolean };
type RecordingWindow = Window & { shifts?: Recorded[] };

/** In ms: how long pages wait for their data before they show themselves without it, which moves them later. */
const patienceOfPages = [800, 3000];

/**
 * Records the layout shifts of each page that the window loads from now on. Each page waits for its data, however slow
 * the machine is.
 */
export function recordLayoutShifts(page: Page): Promise<unknown> {
  return page.addInitScript((patience) => {
    const start = window.setTimeout.bind(window);
    const startPatiently = (act: () => void, ms = 0) => start(act, patience.includes(ms) ? 60_000 : ms);
    Object.assign(window, { setTimeout: startPatiently });
    const shifts: Recorded[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as LayoutShift[]) // it observes no other type
        shifts.push({ value, followsInput: hadRecentInput });
    }).observe({ type: 'layout-shift', buffered: true });
  }, patienceOfPages);
}

/** The layout shifts of the page since it was loaded, or since the last call. */
export async function takeLayoutShifts(page: Page): Promise<Recorded[]> {
  const shifts = await page.evaluate(() => (window as RecordingWindow).shifts?.splice(0));
  if (shifts === undefined) throw new Error('The layout shifts of this page are not recorded');
  return shifts;
}

export function sumLayoutShifts(shifts: readonly Recorded[]): number {
  return shifts.reduce((sum, { value }) => sum + value, 0);
}
