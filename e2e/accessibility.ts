import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A phone in light mode and a desktop in dark mode: each color scheme and width once, as a check takes seconds. */
export const viewports = [
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 1440 },
] as const;

/** Collects errors of the page, and violations of its content security policy. */
export function collectPageErrors(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  return faults;
}

/** Expects no axe violation, no horizontal overflow and no page error. */
export async function expectAccessible(page: Page, faults: readonly string[]): Promise<void> {
  // Without iframes to analyse, axe needs no extra window to merge results in.
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
