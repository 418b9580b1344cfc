import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** A real Chromium: CHROMIUM_PATH, else the one that comes as a package. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? (await sparticuz.executablePath()),
    // Not the arguments of that package: they put all pages into one process, and web security aside.
    args: ['--no-sandbox'],
    headless: true,
  });
}
