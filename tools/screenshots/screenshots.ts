import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { newBrowser } from '#server/modules/alerts/push/testing/browser.ts';
import { openBrowser } from '../../e2e/browser.ts';
import { fakePush } from '../../e2e/fake-push.ts';
import { type DemoHouse, openDemoHouse } from './house.ts';
import { type Screen, screens } from './screens.ts';

// `npm run screenshots`: every screen at two widths, light and dark, into screenshots/; `-- --docs` also writes those of
// the README anew, and `-- NAME` takes only the screens whose name begins so.

const { values, positionals } = parseArgs({
  options: { docs: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [390, 1440].map((width) => ({ colorScheme, width, height: width === 390 ? 844 : 900 })),
);
type Look = (typeof looks)[number];
// This Chromium blocks notifications from the start, as hardly any other does.
const { subscription } = newBrowser('screenshots');
const inReadme = [
  { screen: 'home-active', look: 'light-1440', file: 'dashboard' },
  { screen: 'auth-login', look: 'dark-1440', file: 'sign-in' },
  { screen: 'admin', look: 'light-1440', file: 'admin' },
];
const wanted = screens.filter(
  ({ name }) => positionals.length === 0 || positionals.some((start) => name.startsWith(start)),
);

await mkdir('screenshots', { recursive: true });
const [house, browser] = await Promise.all([openDemoHouse(), openBrowser()]);
let failed = 0;
try {
  for (const screen of wanted) {
    for (const look of looks)
      await take(house, browser, screen, look).catch((error: unknown) => tell(screen, look, error));
  }
} finally {
  await browser.close();
  await house.close();
}
process.exitCode = failed > 0 ? 1 : 0;

function tell({ name }: Screen, { colorScheme, width }: Look, error: unknown): void {
  failed += 1;
  console.error(`${name} ${colorScheme} ${width}:`, error instanceof Error ? error.message : error);
}

async function take({ url, people }: DemoHouse, browser: Browser, screen: Screen, look: Look): Promise<void> {
  const { colorScheme, width, height } = look;
  const context = await browser.newContext({ colorScheme, viewport: { width, height }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(10_000);
  try {
    if (screen.who) {
      const [name = '', value = ''] = people[screen.who].cookie().split('=');
      await context.addCookies([{ name, value, url }]);
    }
    const page = await context.newPage();
    await page.addInitScript(fakePush, { subscription, answer: 'granted' as const });
    await page.goto(url + screen.path);
    await screen.show(page);
    await page.evaluate(() => document.fonts.ready.then(() => null));
    // What stays at the top of the window would stand in the midst of the page.
    if (!screen.isLayered) await page.evaluate(() => window.scrollTo(0, 0));
    const { file } = inReadme.find((one) => one.screen === screen.name && one.look === `${colorScheme}-${width}`) ?? {};
    if (file && values.docs) await page.screenshot({ path: `docs/${file}.png` });
    await page.screenshot({
      path: `screenshots/${screen.name}-${width}-${colorScheme}.png`,
      fullPage: !screen.isLayered,
    });
  } finally {
    await context.close();
  }
}
