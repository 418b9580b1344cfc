import type { Page } from 'playwright-core';

type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean };
type Recorded = { value: number; followsInput: boolean };
type RecordingWindow = Window & { shifts?: Recorded[] };

/** Records the layout shifts of each page that the window loads from now on. */
export function recordLayoutShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const shifts: Recorded[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as LayoutShift[]) // it observes no other type
        shifts.push({ value, followsInput: hadRecentInput });
    }).observe({ type: 'layout-shift', buffered: true });
  });
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
