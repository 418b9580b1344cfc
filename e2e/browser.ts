import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** A real Chromium: CHROMIUM_PATH, else the one that comes as a package. */
export async function openBrowser(): Promise<Browser> {
  const given = process.env['CHROMIUM_PATH'];
  return chromium.launch({
    executablePath: given ?? (await sparticuz.executablePath()),
    // In one process, as that package would have it, pages of several contexts wait for each other.
    args: given ? ['--no-sandbox'] : sparticuz.args.filter((arg) => arg !== '--single-process'),
    headless: true,
  });
}
