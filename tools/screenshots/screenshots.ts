import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { createPushBrowser } from '#server/modules/alerts/push/testing/push-browser.ts';
import { openBrowser } from '../../e2e/browser.ts';
import { installFakePush } from '../../e2e/fake-push.ts';
import { type DemoApp, startDemoApp } from './demo-app.ts';
import { type Screen, screens } from './screens.ts';

// `npm run screenshots`: every screen at two widths, light and dark, into screenshots/; `-- --docs` also updates those
// of the README, and `-- NAME` takes only the screens whose name begins with NAME.

const { values, positionals } = parseArgs({
  options: { docs: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const variants = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [390, 1440].map((width) => ({ colorScheme, width, height: width === 390 ? 844 : 900 })),
);
type ScreenVariant = (typeof variants)[number];
// This Chromium blocks notifications by default, unlike most other browsers.
const { subscription } = createPushBrowser('screenshots');
const readmeScreens = [
  { screen: 'home-active', look: 'light-1440', file: 'dashboard' },
  { screen: 'auth-login', look: 'dark-1440', file: 'sign-in' },
  { screen: 'admin', look: 'light-1440', file: 'admin' },
];
const selectedScreens = screens.filter(
  ({ name }) => positionals.length === 0 || positionals.some((start) => name.startsWith(start)),
);

await mkdir('screenshots', { recursive: true });
const [app, browser] = await Promise.all([startDemoApp(), openBrowser()]);
let failed = 0;
try {
  for (const screen of selectedScreens) {
    for (const variant of variants)
      await takeScreenshot(app, browser, screen, variant).catch((error: unknown) =>
        reportFailure(screen, variant, error),
      );
  }
} finally {
  await browser.close();
  await app.close();
}
process.exitCode = failed > 0 ? 1 : 0;

function reportFailure({ name }: Screen, { colorScheme, width }: ScreenVariant, error: unknown): void {
  failed += 1;
  console.error(`${name} ${colorScheme} ${width}:`, error instanceof Error ? error.message : error);
}

async function takeScreenshot(
  { url, users }: DemoApp,
  browser: Browser,
  screen: Screen,
  variant: ScreenVariant,
): Promise<void> {
  const { colorScheme, width, height } = variant;
  const context = await browser.newContext({ colorScheme, viewport: { width, height }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(10_000);
  try {
    if (screen.user) {
      const [name = '', value = ''] = users[screen.user].cookie().split('=');
      await context.addCookies([{ name, value, url }]);
    }
    const page = await context.newPage();
    await page.addInitScript(installFakePush, { subscription, answer: 'granted' as const });
    await page.goto(url + screen.path);
    await screen.open(page);
    await page.evaluate(() => document.fonts.ready.then(() => null));
    // Content fixed to the top of the window would appear in the middle of the page.
    if (!screen.hasOverlay) await page.evaluate(() => window.scrollTo(0, 0));
    const { file } =
      readmeScreens.find((one) => one.screen === screen.name && one.look === `${colorScheme}-${width}`) ?? {};
    if (file && values.docs) await page.screenshot({ path: `docs/${file}.png` });
    await page.screenshot({
      path: `screenshots/${screen.name}-${width}-${colorScheme}.png`,
      fullPage: !screen.hasOverlay,
    });
  } finally {
    await context.close();
  }
}
