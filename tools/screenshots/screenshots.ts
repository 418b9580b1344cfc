import { mkdir } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { runCommand } from '#server/lib/command-line/run-command.ts';
import { createPushBrowser } from '#server/modules/alerts/channels/push/testing/push-browser.ts';
import { openBrowser } from '../../e2e/browser.ts';
import { installFakePush } from '../../e2e/fake-push.ts';
import { type DemoApp, startDemoApp } from './demo-app.ts';
import { type Screen, screens } from './screens.ts';

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
let failed = 0;

await runCommand({
  invocation: 'npm run screenshots --',
  description: `Takes a screenshot of every screen at two widths, light and dark, into screenshots/; with names, only of the screens
that begin with one of them.`,
  positionals: [{ name: 'NAME', isOptional: true, isRepeated: true }],
  options: { docs: { type: 'boolean', description: 'also update the screenshots of the README' } },
  run: async ({ values, positionals }) => takeScreenshots(positionals, values.docs ?? false),
});

async function takeScreenshots(names: string[], updatesDocs: boolean): Promise<void> {
  const selectedScreens = screens.filter(
    ({ name }) => names.length === 0 || names.some((start) => name.startsWith(start)),
  );
  await mkdir('screenshots', { recursive: true });
  const [app, browser] = await Promise.all([startDemoApp(), openBrowser()]);
  const shoot = (screen: Screen, variant: ScreenVariant) =>
    takeScreenshot({ app, browser, updatesDocs }, screen, variant);
  try {
    for (const screen of selectedScreens) {
      for (const variant of variants)
        await shoot(screen, variant).catch((error: unknown) => reportFailure(screen, variant, error));
    }
  } finally {
    await browser.close();
    await app.close();
  }
  process.exitCode = failed > 0 ? 1 : 0;
}

function reportFailure({ name }: Screen, { colorScheme, width }: ScreenVariant, error: unknown): void {
  failed += 1;
  console.error(`${name} ${colorScheme} ${width}:`, error instanceof Error ? error.message : error);
}

type Setup = { app: DemoApp; browser: Browser; updatesDocs: boolean };

async function takeScreenshot(
  { app: { url, users }, browser, updatesDocs }: Setup,
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
    if (file && updatesDocs) await writeSmallPng(`docs/${file}.png`, await page.screenshot());
    await page.screenshot({
      path: `screenshots/${screen.name}-${width}-${colorScheme}.png`,
      fullPage: !screen.hasOverlay,
    });
  } finally {
    await context.close();
  }
}

/** With at most 256 colors, a third of the size. */
async function writeSmallPng(path: string, picture: Buffer): Promise<void> {
  await sharp(picture).png({ palette: true, quality: 90, effort: 10 }).toFile(path);
}
