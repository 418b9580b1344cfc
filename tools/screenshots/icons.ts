import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runCommand } from '#server/lib/command-line/run-command.ts';
import { openBrowser } from '../../e2e/browser.ts';

const web = fileURLToPath(new URL('../../web/', import.meta.url));
const logo = await readFile(`${web}public/favicon.svg`, 'utf8');
// Systems that crop icons to a shape get one without corners, and with a margin around the drawing.
const cornerless = logo.replace(' rx="9"', '');
const roomy = cornerless
  .replace('viewBox="0 0 32 32"', 'viewBox="-3 -3 38 38"')
  .replace('<rect width="32" height="32"', '<rect x="-3" y="-3" width="38" height="38"');

const icons = [
  { name: 'icon-192', size: 192, svg: logo },
  { name: 'icon-512', size: 512, svg: logo },
  { name: 'maskable-192', size: 192, svg: roomy },
  { name: 'maskable-512', size: 512, svg: roomy },
  { name: 'apple-touch-icon', size: 180, svg: cornerless },
];

const mailAssets = fileURLToPath(new URL('../../server/modules/alerts/channels/email/assets/', import.meta.url));
const arts = ['house', 'mobile-home', 'raw-land', 'tiny-home'];

await runCommand({
  invocation: 'npm run icons --',
  description:
    'Renders the icons in web/public/icons and the pictures of mails from the logo and the art of types in web/public.',
  options: {},
  run: renderIcons,
});

async function renderIcons(): Promise<void> {
  await mkdir(`${web}public/icons`, { recursive: true });
  const browser = await openBrowser();
  const page = await browser.newPage();
  for (const { name, size, svg } of icons) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${svg}`);
    await page.screenshot({ path: `${web}public/icons/${name}.png`, omitBackground: true });
  }
  await page.setViewportSize({ width: 64, height: 64 });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${logo}`);
  await page.screenshot({ path: `${mailAssets}logo.png`, omitBackground: true });
  await page.setViewportSize({ width: 480, height: 360 });
  for (const name of arts) {
    const svg = await readFile(`${web}public/art/${name}.svg`, 'utf8');
    await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
    await page.screenshot({ path: `${mailAssets}art-${name}.jpg`, type: 'jpeg', quality: 80 });
  }
  await browser.close();
}
