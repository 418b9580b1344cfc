import type { ConsoleMessage } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAuthPage } from './auth-page.ts';
import { createApiUser } from './api-user.ts';
import { recordLayoutShifts, takeLayoutShifts } from './layout-shifts.ts';
import { setUpWindow } from './test-window.ts';

const ann = { email: 'ann@example.com', password: 'correct horse' };
const testWindow = setUpWindow({ RATE_FORGOT: '100000/1m', RATE_VISIT: '100000/1m' });
const { answer, button, email, fill, home, open, password } = createAuthPage(testWindow);

beforeAll(async () => {
  await createApiUser(() => testWindow.url, '/api/register', ann.email, ann.password);
});

describe('The sign-in page', () => {
  it('The sign-in page says what the service is, how it works, and where its documents are', async () => {
    await open();
    await testWindow.page
      .getByText('Be the first to be notified as soon as new off-market investment properties hit your area')
      .waitFor();
    await testWindow.page
      .getByText('Our AI agent scouts your specified area based on your custom preferences around the clock')
      .waitFor();
    await button('Learn more | How it works').click();
    await testWindow.page.getByText('The problem').waitFor();
    await testWindow.page.getByText('back taxes or liens').waitFor();
    await testWindow.page.getByText('The solution').waitFor();
    for (const [name, path] of [
      ['Privacy Policy', '/privacy-policy'],
      ['Service Agreement', '/service-agreement'],
    ] as const) {
      const [other] = await Promise.all([
        testWindow.context.waitForEvent('page'),
        testWindow.page.getByRole('link', { name, exact: true }).click(),
      ]);
      await other.getByRole('heading', { name, level: 1 }).waitFor();
      expect(new URL(other.url()).pathname).toBe(path);
      expect(await other.evaluate(() => window.opener === null)).toBe(true);
    }
  });

  it('The sign-in page has two columns in a wide window, one on a phone', async () => {
    await open();
    const apart = async () => {
      const header = await testWindow.page.getByRole('heading', { level: 1 }).boundingBox();
      const tabs = await testWindow.page.getByRole('tablist').boundingBox();
      return (tabs?.x ?? 0) - (header?.x ?? 0);
    };
    expect(await apart()).toBeGreaterThan(400);
    await testWindow.page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(apart).toBe(0);
  });

  it('The sign-in page records one visit per load, with its referrer', async () => {
    const bodies: unknown[] = [];
    testWindow.page.on('request', (request) => {
      if (request.url().endsWith('/api/visitors/track')) bodies.push(request.postDataJSON());
    });
    await testWindow.page.route('http://elsewhere.example.com/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<a href="${testWindow.url}/auth">Scout</a>` }),
    );
    await testWindow.page.goto('http://elsewhere.example.com/');
    const [recorded] = await Promise.all([
      testWindow.page.waitForResponse('**/api/visitors/track'),
      testWindow.page.getByRole('link', { name: 'Scout' }).click(),
    ]);
    expect(recorded.ok()).toBe(true);
    await testWindow.page.getByRole('tab', { name: 'Register' }).click();
    expect(bodies).toEqual([{ referrer: 'http://elsewhere.example.com/' }]);
  });

  it('The sign-in page reports a visit that could not be recorded only in the console', async () => {
    await answer('/api/visitors/track', 503, 'Try again later');
    const isSaid = (message: ConsoleMessage) => message.text().includes('The visit was not recorded.');
    await Promise.all([testWindow.page.waitForEvent('console', isSaid), open()]);
    expect(await testWindow.page.getByRole('listitem').count()).toBe(0);
  });

  it('The sign-in page loads at most 122 kB of scripts, gzipped, without layout shifts', async () => {
    await recordLayoutShifts(testWindow.page);
    await testWindow.page.goto(`${testWindow.url}/auth`, { waitUntil: 'networkidle' });
    const scripts = await testWindow.page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize),
    );
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(122_000);
    expect(await takeLayoutShifts(testWindow.page)).toEqual([]);
  });
});

describe('The motion of the sign-in page', () => {
  /** In seconds after its start, when each animation of the page ends, once all of them are over. */
  const collectEnds = async (reducedMotion: 'reduce' | 'no-preference') => {
    await testWindow.page.emulateMedia({ reducedMotion });
    await testWindow.page.addInitScript(() => {
      const ends: Record<string, number> = {};
      Object.assign(window, { ends });
      document.addEventListener('animationstart', ({ target, animationName }) => {
        // The spinner before it ends with the loading.
        if (!(target instanceof Element) || !document.querySelector('[role=tablist]')) return;
        const { animationDelay, animationDuration, animationIterationCount } = getComputedStyle(target);
        const count = animationIterationCount === 'infinite' ? Infinity : Number(animationIterationCount);
        ends[animationName] = parseFloat(animationDelay) + parseFloat(animationDuration) * count;
      });
    });
    await open();
    const read = () =>
      testWindow.page.evaluate(() => (window as Window & { ends?: Record<string, number> }).ends ?? {});
    await expect.poll(async () => Object.keys(await read())).toEqual(expect.arrayContaining(['sweep', 'echo']));
    await expect.poll(() => testWindow.page.evaluate(() => document.getAnimations().length)).toBe(0);
    return Object.values(await read());
  };

  it('The motion of the sign-in page ends by itself within 5 s', async () => {
    expect(Math.max(...(await collectEnds('no-preference')))).toBeLessThanOrEqual(5);
  });

  it('The motion of the sign-in page is left out for those who asked for less', async () => {
    expect(Math.max(...(await collectEnds('reduce')))).toBeLessThanOrEqual(0.001);
  });

  it('The motion of the sign-in page is left out where content appears: all of it is visible at once', async () => {
    await testWindow.page.emulateMedia({ reducedMotion: 'reduce' });
    await open();
    const visibilities = await button('Login').evaluate((element) => {
      const visibilityOf = () => getComputedStyle(element).visibility;
      document.body.style.visibility = 'hidden';
      const before = visibilityOf();
      document.body.style.visibility = '';
      return [before, visibilityOf()];
    });
    expect(visibilities).toEqual(['hidden', 'visible']);
  });
});

describe('The sign-in and registration forms', () => {
  it('The sign-in and registration forms tell password managers what their fields contain', async () => {
    await open();
    const tokens = () => Promise.all([email(), password()].map((field) => field.getAttribute('autocomplete')));
    expect(await tokens()).toEqual(['username webauthn', 'current-password']);
    await testWindow.page.getByRole('tab', { name: 'Register' }).click();
    expect(await tokens()).toEqual(['username', 'new-password']);
  });

  it('The sign-in and registration forms show errors beside their fields, and focus the first one', async () => {
    await open('Register');
    await button('Register').click();
    await testWindow.page.getByRole('alert').filter({ hasText: 'Invalid email address' }).waitFor();
    await testWindow.page.getByRole('alert').filter({ hasText: 'Password must be at least 6 characters' }).waitFor();
    expect(await email().evaluate((field) => field === document.activeElement)).toBe(true);
    for (const [field, error] of [
      [email(), 'Invalid email address'],
      [password(), 'Password must be at least 6 characters'],
    ] as const) {
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      const describedBy = (await field.getAttribute('aria-describedby')) ?? '';
      expect(await testWindow.page.locator(`[id="${describedBy.split(' ')[0] ?? ''}"]`).textContent()).toBe(error);
    }
    await email().fill('bob@example.com');
    await password().fill('12345');
    await button('Register').click();
    await expect.poll(() => password().evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await testWindow.page.getByText('Invalid email address').count()).toBe(0);
  });

  it('The sign-in and registration forms require a password to sign in, of any length', async () => {
    await open();
    await email().fill('ann@example.com');
    await button('Login').click();
    await testWindow.page.getByRole('alert').filter({ hasText: 'Password is required' }).waitFor();
  });

  it('The sign-in and registration forms keep the email from one tab to the other', async () => {
    await open();
    await email().fill('ann@example.com');
    await testWindow.page.getByRole('tab', { name: 'Register' }).click();
    expect(await email().inputValue()).toBe('ann@example.com');
  });

  it('The sign-in and registration forms show the password on demand, and warn of Caps Lock', async () => {
    await open();
    await password().fill('secret');
    await button('Show password').click();
    expect(await password().getAttribute('type')).toBe('text');
    await button('Hide password').click();
    expect(await password().getAttribute('type')).toBe('password');
    await password().evaluate((field) =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: true })),
    );
    await testWindow.page.getByText('Caps Lock is on').waitFor();
  });

  it('The sign-in and registration forms send once, however often they are clicked, and show that they are sending', async () => {
    let sent = 0;
    const held = Promise.withResolvers<undefined>();
    await testWindow.page.route('**/api/login', async (route) => {
      sent += 1;
      await held.promise;
      await route.continue();
    });
    await open();
    await fill(ann);
    await button('Login').dblclick();
    expect(await button('Logging in…').isDisabled()).toBe(true);
    await password().press('Enter');
    held.resolve(undefined);
    await home();
    expect(sent).toBe(1);
  });

  it('The sign-in and registration forms can be used without a mouse', async () => {
    await open();
    await testWindow.page.getByRole('tab', { name: 'Login' }).focus();
    for (const [stroke, tab] of [
      ['ArrowRight', 'Register'],
      ['ArrowLeft', 'Login'],
    ] as const) {
      await testWindow.page.keyboard.press(stroke);
      await testWindow.page.getByRole('tab', { name: tab, selected: true }).waitFor();
    }
    await testWindow.page.keyboard.press('Tab');
    await testWindow.page.keyboard.type(ann.email);
    await testWindow.page.keyboard.press('Tab');
    await testWindow.page.keyboard.type(ann.password);
    await testWindow.page.keyboard.press('Enter');
    await home();
  });
});
