import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

const key = Buffer.alloc(32, 1).toString('base64');

describe('the environment', () => {
  it('may be empty', () => {
    expect(loadConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      dataDir: './data',
      admin: null,
      sessionSecret: null,
      credentialKey: null,
      passwordReveal: 'audited',
      publicUrl: null,
      trustProxy: 0,
      smtpUrl: null,
      mailFrom: null,
      intakeSecret: null,
      feeds: null,
      checkoutUrl: null,
      demoCheckout: true,
      paymentWebhookSecret: null,
      vapid: null,
      vapidSubject: null,
      rates: {
        login: { points: 10, seconds: 900 },
        register: { points: 5, seconds: 3600 },
        forgot: { points: 5, seconds: 3600 },
        visit: { points: 60, seconds: 60 },
        reveal: { points: 20, seconds: 3600 },
        api: { points: 600, seconds: 60 },
      },
      retentionDays: 90,
      metricsToken: null,
      logLevel: 'info',
    });
  });

  it('is read as what it means', () => {
    const config = loadConfig({
      PORT: '0',
      ADMIN_EMAIL: ' root@example.com ',
      ADMIN_PASSWORD: 'correct horse',
      PUBLIC_URL: 'https://Scout.example.com/',
      TRUST_PROXY: '2',
      SMTP_URL: 'smtps://user:p%40ss@mail.example.com:465',
      MAIL_FROM: ' Scout <alerts@example.com>',
      RATE_API: '1000000/2d',
    });
    expect(config).toMatchObject({
      port: 0,
      admin: { email: 'root@example.com', password: 'correct horse' },
      publicUrl: 'https://scout.example.com',
      trustProxy: 2,
      smtpUrl: 'smtps://user:p%40ss@mail.example.com:465',
      mailFrom: 'Scout <alerts@example.com>',
    });
    expect(config.rates.api).toEqual({ points: 1_000_000, seconds: 172_800 });
  });

  it('has the demo checkout only where no stranger gets in', () => {
    const keys = { SESSION_SECRET: 'x'.repeat(16), CREDENTIAL_KEY: key };
    const hasDemo = (env: Record<string, string>) => loadConfig({ ...keys, ...env }).demoCheckout;
    expect(hasDemo({ PUBLIC_URL: 'http://localhost:3000' })).toBe(true);
    expect(hasDemo({ PUBLIC_URL: 'http://127.0.0.1:3000' })).toBe(true);
    expect(hasDemo({ PUBLIC_URL: 'https://scout.example.com' })).toBe(false);
    expect(hasDemo({ PUBLIC_URL: 'https://localhost.example.com' })).toBe(false);
    expect(hasDemo({ NODE_ENV: 'production' })).toBe(false);
    expect(hasDemo({ CHECKOUT_URL: 'https://buy.stripe.com/test' })).toBe(false);
  });

  it('takes the keys of pushes both or not at all', () => {
    const [VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY] = ['B'.repeat(87), 'A'.repeat(43)];
    expect(loadConfig({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }).vapid).toEqual({
      publicKey: VAPID_PUBLIC_KEY,
      privateKey: VAPID_PRIVATE_KEY,
    });
    expect(() => loadConfig({ VAPID_PUBLIC_KEY })).toThrow(
      /^VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY .* set both or none$/,
    );
  });

  it('takes an empty variable as unset', () => {
    expect(loadConfig({ PORT: '', MONGODB_URL: '', ADMIN_EMAIL: '' })).toEqual(loadConfig({}));
  });

  it.each<[string, string]>([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['RETENTION_DAYS', 'forever'],
    ['SMTP_URL', 'mail.example.com:587'],
    ['SMTP_URL', 'http://mail.example.com'],
    ['SMTP_URL', 'smtp://'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['MAIL_FROM', 'Scout <a@example.com>\r\nBcc: b@example.com'],
    ['EVENTSTORE_URL', 'esdb://host:2113?tls=false'],
    ['MONGODB_URL', 'mongodb://host:27017/name'],
    ['CHECKOUT_URL', 'buy.stripe.com'],
    ['VAPID_PUBLIC_KEY', 'short'],
    ['VAPID_PRIVATE_KEY', '!'],
    ['VAPID_SUBJECT', 'me@example.com'],
    ['CHECKOUT_URL', 'javascript:alert(1)'],
    ['APP_ROLE', 'web'],
    ['ADMIN_EMAIL', 'root'],
    ['ADMIN_EMAIL', 'root@example.com'],
    ['ADMIN_PASSWORD', 'short'],
    ['ADMIN_PASSWORD', 'long enough'],
    ['SESSION_SECRET', 'short'],
    ['CREDENTIAL_KEY', 'c2hvcnQ='],
    ['PASSWORD_REVEAL', 'yes'],
    ['PUBLIC_URL', 'scout.example.com'],
    ['PUBLIC_URL', 'https://example.com/scout'],
    ['TRUST_PROXY', 'loopback'],
    ['TRUST_PROXY', '11'],
    ['INTAKE_SECRET', 'c2VjcmV0'],
    ['INTAKE_SECRET', 'whsec_***'],
    ['RATE_LOGIN', 'often'],
    ['RATE_REGISTER', '0/1h'],
    ['RATE_API', '600/1y'],
    ['LOG_LEVEL', 'loud'],
  ])('refuses %s=%s with one line that names it', (name, value) => {
    const load = () => loadConfig({ [name]: value });
    expect(load).toThrow(new RegExp(`^${name} .*[^.\n]$`));
  });

  it('must carry the keys in production', () => {
    const production = { NODE_ENV: 'production', SESSION_SECRET: 's'.repeat(32), CREDENTIAL_KEY: key };
    expect(loadConfig(production).credentialKey).toBe(key);
    expect(() => loadConfig({ ...production, SESSION_SECRET: '' })).toThrow(/^SESSION_SECRET must be given/);
    expect(() => loadConfig({ ...production, CREDENTIAL_KEY: undefined })).toThrow(/^CREDENTIAL_KEY must be given/);
  });
});
