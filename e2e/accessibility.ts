import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A phone in the light and a desktop in the dark: each colour and each width once, as a look costs seconds. */
export const viewports = [
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 1440 },
] as const;

/** Collects what goes wrong in the page, and what its security policy refuses. */
export function collectPageErrors(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  return faults;
}

/** Nothing that axe objects to, nothing wider than the window, no fault in the page. */
export async function expectAccessible(page: Page, faults: readonly string[]): Promise<void> {
  // Without frames to look into, there is no need of a window of its own to sum them up in.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  await expectFitsWindow(page);
  expect(faults).toEqual([]);
}

export async function expectFitsWindow(page: Page): Promise<void> {
  const { innerWidth, scrollWidth } = await page.evaluate(() => ({
    innerWidth: window.innerWidth,
    scrollWidth: document.documentElement.scrollWidth,
  }));
  expect(scrollWidth).toBeLessThanOrEqual(innerWidth);
}
