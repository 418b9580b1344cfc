import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

const key = Buffer.alloc(32, 'key of this test').toString('base64');

describe('the environment', () => {
  it('The environment may be empty', () => {
    expect(loadConfig({})).toEqual({
      role: 'all',
      redisUrl: null,
      host: '127.0.0.1',
      port: 3000,
      dataDir: './data',
      eventStoreUrl: null,
      mongoUrl: null,
      admin: null,
      sessionSecret: null,
      credentialKey: null,
      passwordReveal: 'audited',
      adminSecondFactor: 'offered',
      publicUrl: null,
      trustProxy: 0,
      smtpUrl: null,
      mailFrom: null,
      intakeSecret: null,
      intakeEmailFrom: [],
      intakeEmailPlaces: [],
      imapUrl: null,
      feeds: null,
      supportEmail: null,
      checkoutUrl: null,
      membershipPrice: null,
      telegram: null,
      witness: { webhook: null, email: null },
      webhookAllowPrivate: false,
      billingPortalUrl: null,
      mapsLinkUrl: 'https://www.google.com/maps/search/?api=1&query={query}',
      demoCheckout: true,
      paymentWebhookSecret: null,
      vapid: null,
      vapidSubject: null,
      viewDowngrade: false,
      rates: {
        login: { points: 10, seconds: 900 },
        register: { points: 5, seconds: 3600 },
        forgot: { points: 5, seconds: 3600 },
        visit: { points: 60, seconds: 60 },
        sell: { points: 5, seconds: 3600 },
        reveal: { points: 20, seconds: 3600 },
        test: { points: 10, seconds: 3600 },
        api: { points: 600, seconds: 60 },
        facts: { points: 1000, seconds: 86_400 },
      },
      retentionDays: 90,
      searchesPerMember: 10,
      scoutShards: 1,
      map: null,
      model: null,
      weightsFile: null,
      metricsToken: null,
      clockFile: null,
      logLevel: null,
      logFormat: null,
    });
  });

  it('The environment is parsed into typed values', () => {
    const config = loadConfig({
      PORT: '0',
      ADMIN_EMAIL: ' root@example.com ',
      ADMIN_PASSWORD: 'correct horse',
      PUBLIC_URL: 'https://Scout.example.com/',
      TRUST_PROXY: '2',
      SMTP_URL: 'smtps://user:p%40ss@mail.example.com:465',
      MAIL_FROM: ' Scout <alerts@example.com>',
      RATE_API: '1000000/2d',
      SCOUT_SHARDS: '16',
    });
    expect(config).toMatchObject({
      port: 0,
      admin: { email: 'root@example.com', password: 'correct horse' },
      publicUrl: 'https://scout.example.com',
      trustProxy: 2,
      scoutShards: 16,
      smtpUrl: 'smtps://user:p%40ss@mail.example.com:465',
      mailFrom: 'Scout <alerts@example.com>',
    });
    expect(config.rates.api).toEqual({ points: 1_000_000, seconds: 172_800 });
  });

  it('The environment allows the demo checkout only where no remote user has access', () => {
    const keys = { SESSION_SECRET: 'session key '.repeat(4), CREDENTIAL_KEY: key };
    const hasDemo = (env: Record<string, string>) => loadConfig({ ...keys, ...env }).demoCheckout;
    expect(hasDemo({ PUBLIC_URL: 'http://localhost:3000' })).toBe(true);
    expect(hasDemo({ PUBLIC_URL: 'http://127.0.0.1:3000' })).toBe(true);
    expect(hasDemo({ PUBLIC_URL: 'https://scout.example.com' })).toBe(false);
    expect(hasDemo({ PUBLIC_URL: 'https://localhost.example.com' })).toBe(false);
    expect(hasDemo({ NODE_ENV: 'production' })).toBe(false);
    for (const HOST of ['127.0.0.1', '127.1.2.3', '::1', 'localhost']) expect(hasDemo({ HOST })).toBe(true);
    for (const HOST of ['0.0.0.0', '::', '192.168.1.2', '127.0.0.1.example.com']) expect(hasDemo({ HOST })).toBe(false);
    expect(hasDemo({ TRUST_PROXY: '1' })).toBe(false);
    expect(hasDemo({ TRUST_PROXY: 'off' })).toBe(true);
    expect(hasDemo({ PAYMENT_WEBHOOK_SECRET: 'whsec_a secret of this test' })).toBe(false);
    expect(hasDemo({ DEMO_CHECKOUT: 'off' })).toBe(false);
    expect(hasDemo({ DEMO_CHECKOUT: '' })).toBe(true);
    expect(hasDemo({ DEMO_CHECKOUT: 'on', HOST: '0.0.0.0', TRUST_PROXY: '1', NODE_ENV: 'production' })).toBe(true);
    expect(hasDemo({ CHECKOUT_URL: 'https://buy.stripe.com/test' })).toBe(false);
  });

  it('The environment requires both push keys or none', () => {
    const [VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY] = ['B'.repeat(87), 'A'.repeat(43)];
    expect(loadConfig({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }).vapid).toEqual({
      publicKey: VAPID_PUBLIC_KEY,
      privateKey: VAPID_PRIVATE_KEY,
    });
    expect(() => loadConfig({ VAPID_PUBLIC_KEY })).toThrow(
      /^VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY .* set both or none$/,
    );
  });

  it('The environment treats an empty variable as unset', () => {
    expect(loadConfig({ PORT: '', MONGODB_URL: '', ADMIN_EMAIL: '' })).toEqual(loadConfig({}));
  });

  it.each<[string, string]>([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['EVENTSTORE_URL', 'http://host:2113'],
    ['EVENTSTORE_URL', 'esdb://'],
    ['MONGODB_URL', 'mongodb://host:27017'],
    ['MONGODB_URL', 'mongodb://host:27017/'],
    ['MONGODB_URL', 'postgres://host/name'],
    ['REDIS_URL', 'http://host:6379'],
    ['REDIS_URL', 'redis://'],
    ['REDIS_URL', 'redis://host:6379'],
    ['RETENTION_DAYS', 'forever'],
    ['SMTP_URL', 'mail.example.com:587'],
    ['SMTP_URL', 'http://mail.example.com'],
    ['SMTP_URL', 'smtp://'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['MAIL_FROM', 'Scout <a@example.com>\r\nBcc: b@example.com'],
    ['CHECKOUT_URL', 'buy.stripe.com'],
    ['TELEGRAM_BOT_TOKEN', 'not a token'],
    ['TELEGRAM_API_URL', 'http://127.0.0.1:1'],
    ['WEBHOOK_ALLOW_PRIVATE', 'on'],
    ['MEMBERSHIP_PRICE', 'x'.repeat(61)],
    ['BILLING_PORTAL_URL', 'javascript:alert(1)'],
    ['SUPPORT_EMAIL', 'help'],
    ['VAPID_PUBLIC_KEY', 'short'],
    ['VAPID_PRIVATE_KEY', '!'],
    ['VAPID_SUBJECT', 'me@example.com'],
    ['CHECKOUT_URL', 'javascript:alert(1)'],
    ['DEMO_CHECKOUT', 'yes'],
    ['APP_ROLE', 'web'],
    ['APP_ROLE', 'boss'],
    ['ADMIN_EMAIL', 'root'],
    ['ADMIN_EMAIL', 'root@example.com'],
    ['ADMIN_PASSWORD', 'short'],
    ['ADMIN_PASSWORD', 'long enough'],
    ['SESSION_SECRET', 'short'],
    ['CREDENTIAL_KEY', 'c2hvcnQ='],
    ['CREDENTIAL_KEY', Buffer.alloc(32, 7).toString('base64')],
    ['SESSION_SECRET', 's'.repeat(32)],
    ['INTAKE_SECRET', 'whsec_QQ=='],
    ['INTAKE_SECRET', `whsec_${Buffer.alloc(32, 7).toString('base64')}`],
    ['PAYMENT_WEBHOOK_SECRET', 'x'],
    ['PAYMENT_WEBHOOK_SECRET', 'whsec_1234567890'],
    ['METRICS_TOKEN', 'x'],
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
    ['SCOUT_SHARDS', '0'],
    ['SCOUT_SHARDS', '17'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_FORMAT', 'xml'],
  ])('The environment refuses %s=%s with one line that names it', (name, value) => {
    const load = () => loadConfig({ [name]: value });
    expect(load).toThrow(new RegExp(`^${name} .*[^.\n]$`));
  });

  it.each([
    ['EVENTSTORE_URL', 'esdb://ann:sesame@host:2113?tls=false'],
    ['MONGODB_URL', 'mongodb+srv://ann:sesame@host/name?retryWrites=true'],
  ])('The environment must carry the keys where %s is set', (name, value) => {
    const given = { [name]: value, SESSION_SECRET: 'session key '.repeat(4), CREDENTIAL_KEY: key };
    expect(Object.values(loadConfig(given))).toContain(value);
    expect(() => loadConfig({ ...given, SESSION_SECRET: '' })).toThrow(
      `SESSION_SECRET must be given when ${name} is set`,
    );
    expect(() => loadConfig({ ...given, CREDENTIAL_KEY: '' })).toThrow(
      `CREDENTIAL_KEY must be given when ${name} is set`,
    );
  });

  it('The environment lets a process have one role where both engines are given', () => {
    const keys = { SESSION_SECRET: 'session key '.repeat(4), CREDENTIAL_KEY: key };
    const mongo = { MONGODB_URL: 'mongodb://host/name' };
    for (const role of ['web', 'projector', 'scout', 'sender', 'all']) {
      const events = { EVENTSTORE_URL: 'esdb://host:2113?tls=false' };
      expect(loadConfig({ ...keys, ...mongo, ...events, APP_ROLE: role }).role).toBe(role);
    }
    expect(loadConfig({ ...keys, ...mongo, REDIS_URL: 'rediss://ann:sesame@host/1' }).redisUrl).toBe(
      'rediss://ann:sesame@host/1',
    );
    expect(() => loadConfig({ ...keys, ...mongo, APP_ROLE: 'scout' })).toThrow(/^APP_ROLE may be 'scout' only where/);
  });

  it.each(['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL'])('The environment never quotes a wrong %s', (name) => {
    const refusal = (() => {
      try {
        return loadConfig({ [name]: 'nonsense://ann:sesame@host' });
      } catch (error) {
        return String(error);
      }
    })();
    expect(refusal).toMatch(new RegExp(`${name} must be an address`));
    expect(refusal).not.toContain('sesame');
  });

  it('The environment must contain the keys in production', () => {
    const production = { NODE_ENV: 'production', SESSION_SECRET: 'session key '.repeat(4), CREDENTIAL_KEY: key };
    expect(loadConfig(production).credentialKey).toBe(key);
    expect(() => loadConfig({ ...production, SESSION_SECRET: '' })).toThrow(/^SESSION_SECRET must be given/);
    expect(() => loadConfig({ ...production, CREDENTIAL_KEY: undefined })).toThrow(/^CREDENTIAL_KEY must be given/);
  });
});
