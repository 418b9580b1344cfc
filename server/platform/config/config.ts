import * as z from 'zod';
import { maxShards } from '#domain/matching/shards.ts';
import { registerBody } from '#domain/user/contract.ts';
import { retentionVariables, wholeNumberVariable } from './retention-config.ts';
import { StartupError } from '#server/lib/errors.ts';
import { parseRate } from './rate.ts';
import { emailVariables } from './mail-intake-config.ts';
import { channelVariables, toChannelsConfig } from './channels-config.ts';
import { hasDemoCheckout, paymentVariables } from './payments-config.ts';
import { mapVariables, toMapConfig } from './map-config.ts';
import { toLlmConfig, llmVariables } from './llm-config.ts';
import { toWitnessConfig, webhookSecretVariable, witnessVariables } from './witness-config.ts';
import { assertStrongSecrets } from './secret-strength.ts';
import { nonEmpty, toStorageConfig, storageVariables } from './storage-config.ts';

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
/** The role of a process: all work, or one part beside processes with the other roles. */
const roles = ['all', 'web', 'projector', 'scout', 'sender'] as const;

const rateVariable = (name: string, fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text, context) => {
      const read = parseRate(text);
      if (read) return read;
      context.addIssue(`${name} must be N/duration, such as ${fallback}`);
      return z.NEVER;
    });

const emailVariable = (name: string) =>
  z
    .string()
    .refine((text) => registerBody.shape.email.safeParse(text).success, `${name} must be a valid email address`)
    .nullable()
    .default(null);

/** One address, bare or after a display name. */
function isSender(text: string): boolean {
  const address = /^[^<>,\r\n]*<([^<>\s]+)>$/.exec(text)?.[1] ?? text;
  return registerBody.shape.email.safeParse(address).success;
}

const vapidKeyVariable = (name: string, bytes: number) =>
  z
    .string()
    .refine(
      (text) => /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === bytes,
      `${name} must be ${bytes} bytes in base64url, as \`npx web-push generate-vapid-keys\` prints`,
    );

const variables = storageVariables.extend({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumberVariable('PORT', 65_535).default(3000),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\/[^/\s]+\S*$/, 'REDIS_URL must be an address such as redis://127.0.0.1:6379')
    .nullable()
    .default(null),
  APP_ROLE: z.enum(roles, `APP_ROLE must be one of ${roles.join(', ')}`).default('all'),
  ADMIN_EMAIL: emailVariable('ADMIN_EMAIL'),
  ADMIN_PASSWORD: z
    .string()
    .refine((text) => registerBody.shape.password.safeParse(text).success, 'ADMIN_PASSWORD must be 6 to 128 characters')
    .nullable()
    .default(null),
  SESSION_SECRET: z.string().min(16, 'SESSION_SECRET must be at least 16 characters').nullable().default(null),
  PASSWORD_REVEAL: z.enum(['audited', 'off'], "PASSWORD_REVEAL must be 'audited' or 'off'").default('audited'),
  ADMIN_SECOND_FACTOR: z
    .enum(['offered', 'required'], "ADMIN_SECOND_FACTOR must be 'offered' or 'required'")
    .default('offered'),
  PUBLIC_URL: z
    .string()
    .refine(
      (text) => /^https?:\/\/[^/?#\s]+\/?$/i.test(text) && URL.canParse(text),
      'PUBLIC_URL must be an http(s) address without a path, such as https://scout.example.com',
    )
    .transform((text) => new URL(text).origin)
    .nullable()
    .default(null),
  TRUST_PROXY: z
    .union([z.literal('off').transform(() => 0), wholeNumberVariable('TRUST_PROXY', 10)], {
      error: "TRUST_PROXY must be 'off' or the number of proxies in front, at most 10",
    })
    .default(0),
  SMTP_URL: z
    .string()
    .refine(
      (text) => /^smtps?:\/\/[^\s]+$/i.test(text) && URL.canParse(text) && new URL(text).hostname !== '',
      'SMTP_URL must be smtp://user:password@host:port, or smtps:// for TLS from the start',
    )
    .nullable()
    .default(null),
  MAIL_FROM: z
    .string()
    .trim()
    .refine(
      (text) => isSender(text),
      "MAIL_FROM must be an address such as alerts@example.com, or 'Name <alerts@example.com>'",
    )
    .nullable()
    .default(null),
  SUPPORT_EMAIL: emailVariable('SUPPORT_EMAIL'),
  INTAKE_SECRET: webhookSecretVariable('INTAKE_SECRET'),
  ...emailVariables,
  FEEDS: z.string().nullable().default(null),
  ...paymentVariables,
  ...channelVariables,
  ...witnessVariables,
  WITNESS_EMAIL: emailVariable('WITNESS_EMAIL'),
  VAPID_PUBLIC_KEY: vapidKeyVariable('VAPID_PUBLIC_KEY', 65).nullable().default(null),
  VAPID_PRIVATE_KEY: vapidKeyVariable('VAPID_PRIVATE_KEY', 32).nullable().default(null),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(https:\/\/|mailto:)\S+$/, 'VAPID_SUBJECT must be an https: or mailto: address')
    .nullable()
    .default(null),
  RATE_LOGIN: rateVariable('RATE_LOGIN', '10/15m'),
  RATE_REGISTER: rateVariable('RATE_REGISTER', '5/1h'),
  RATE_FORGOT: rateVariable('RATE_FORGOT', '5/1h'),
  RATE_VISIT: rateVariable('RATE_VISIT', '60/1m'),
  RATE_SELL: rateVariable('RATE_SELL', '5/1h'),
  RATE_REVEAL: rateVariable('RATE_REVEAL', '20/1h'),
  RATE_TEST_ALERT: rateVariable('RATE_TEST_ALERT', '10/1h'),
  RATE_API: rateVariable('RATE_API', '600/1m'),
  RATE_FACTS: rateVariable('RATE_FACTS', '1000/1d'),
  ...retentionVariables,
  SEARCHES_PER_MEMBER: wholeNumberVariable('SEARCHES_PER_MEMBER', 100).default(10),
  SCOUT_SHARDS: wholeNumberVariable('SCOUT_SHARDS', maxShards, 1).default(1),
  VIEW_DOWNGRADE: z.enum(['on', 'off'], "VIEW_DOWNGRADE must be 'on' or 'off'").default('off'),
  ...mapVariables,
  ...llmVariables,
  WEIGHTS_FILE: z.string().nullable().default(null),
  METRICS_TOKEN: z.string().nullable().default(null),
  CLOCK_FILE: z.string().nullable().default(null),
  LOG_LEVEL: z
    .enum(levels, `LOG_LEVEL must be one of ${levels.join(', ')}`)
    .nullable()
    .default(null),
  LOG_FORMAT: z.enum(['json', 'readable'], "LOG_FORMAT must be 'json' or 'readable'").nullable().default(null),
});

/** Every variable that the product reads. */
export const variableNames = Object.keys(variables.shape);

/**
 * The validated environment: an unset optional variable is null, a PUBLIC_URL is its origin, a rate is points in
 * seconds. An empty variable counts as unset. Throws StartupError with one sentence that names the variable.
 */
export function loadConfig(env: Record<string, string | undefined>) {
  const environment = nonEmpty(env);
  const read = variables.safeParse(environment);
  if (!read.success) throw new StartupError(read.error.issues[0]?.message ?? 'The environment is not valid');
  const values = read.data;
  assertKeysGiven(environment, ['SESSION_SECRET', 'CREDENTIAL_KEY']);
  assertStrongSecrets(values);
  assertEnginesForRole(values);
  if (values.REDIS_URL !== null && values.MONGODB_URL === null)
    throw new StartupError('REDIS_URL is only of use with MONGODB_URL, which several processes share');
  assertClockFileAllowed(environment);
  return {
    role: values.APP_ROLE,
    host: values.HOST,
    port: values.PORT,
    ...toStorageConfig(values),
    redisUrl: values.REDIS_URL,
    admin: toAdmin(values),
    sessionSecret: values.SESSION_SECRET,
    passwordReveal: values.PASSWORD_REVEAL,
    adminSecondFactor: values.ADMIN_SECOND_FACTOR,
    publicUrl: values.PUBLIC_URL,
    trustProxy: values.TRUST_PROXY,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    intakeSecret: values.INTAKE_SECRET,
    intakeEmailFrom: values.INTAKE_EMAIL_FROM,
    intakeEmailPlaces: values.INTAKE_EMAIL_PLACES,
    imapUrl: values.IMAP_URL,
    feeds: values.FEEDS,
    supportEmail: values.SUPPORT_EMAIL?.trim() ?? null,
    checkoutUrl: values.CHECKOUT_URL,
    billingPortalUrl: values.BILLING_PORTAL_URL,
    demoCheckout: hasDemoCheckout(values, environment['NODE_ENV'] === 'production'),
    paymentWebhookSecret: values.PAYMENT_WEBHOOK_SECRET,
    membershipPrice: values.MEMBERSHIP_PRICE,
    ...toChannelsConfig(values, environment),
    witness: toWitnessConfig(values),
    vapid: toVapid(values),
    vapidSubject: values.VAPID_SUBJECT,
    rates: toRates(values),
    retentionDays: values.RETENTION_DAYS,
    searchesPerMember: values.SEARCHES_PER_MEMBER,
    scoutShards: values.SCOUT_SHARDS,
    viewDowngrade: values.VIEW_DOWNGRADE === 'on',
    map: toMapConfig(values),
    mapsLinkUrl: values.MAPS_LINK_URL,
    model: toLlmConfig(values),
    weightsFile: values.WEIGHTS_FILE,
    metricsToken: values.METRICS_TOKEN,
    clockFile: values.CLOCK_FILE,
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT,
  };
}
export type Config = ReturnType<typeof loadConfig>;

function toRates(values: z.infer<typeof variables>) {
  return {
    login: values.RATE_LOGIN,
    register: values.RATE_REGISTER,
    forgot: values.RATE_FORGOT,
    visit: values.RATE_VISIT,
    sell: values.RATE_SELL,
    reveal: values.RATE_REVEAL,
    test: values.RATE_TEST_ALERT,
    api: values.RATE_API,
    facts: values.RATE_FACTS,
  };
}

function toVapid(values: z.infer<typeof variables>): { publicKey: string; privateKey: string } | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = values;
  if (publicKey !== null && privateKey !== null) return { publicKey, privateKey };
  if (publicKey === null && privateKey === null) return null;
  throw new StartupError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together: set both or none');
}

/** Keys generated in a data folder would be lost with it, and other processes would generate different ones. */
function assertKeysGiven(environment: Record<string, string | undefined>, names: string[]): void {
  const missing = names.find((name) => environment[name] === undefined);
  const engine = ['EVENTSTORE_URL', 'MONGODB_URL'].find((name) => environment[name] !== undefined);
  if (missing === undefined) return;
  if (environment['NODE_ENV'] === 'production')
    throw new StartupError(`${missing} must be given when NODE_ENV is production`);
  if (engine !== undefined) throw new StartupError(`${missing} must be given when ${engine} is set`);
}

/** Sessions, passwords and signatures expire by the clock, so it must not be settable in production. */
function assertClockFileAllowed(environment: Record<string, string | undefined>): void {
  if (environment['CLOCK_FILE'] !== undefined && environment['NODE_ENV'] !== 'test')
    throw new StartupError('CLOCK_FILE is for tests: NODE_ENV must be test');
}

/** Processes that share the work communicate through the two engines only. */
function assertEnginesForRole({
  APP_ROLE: role,
  EVENTSTORE_URL: events,
  MONGODB_URL: mongo,
}: z.infer<typeof variables>): void {
  if (role === 'all' || (events !== null && mongo !== null)) return;
  throw new StartupError(
    `APP_ROLE may be '${role}' only where EVENTSTORE_URL and MONGODB_URL are set, so that others do the rest`,
  );
}

function toAdmin(values: z.infer<typeof variables>): { email: string; password: string } | null {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: secret } = values;
  if (email !== null && secret !== null) return { email: email.trim(), password: secret };
  if (email !== null) throw new StartupError('ADMIN_EMAIL is set without ADMIN_PASSWORD: set both or none');
  if (secret !== null) throw new StartupError('ADMIN_PASSWORD is set without ADMIN_EMAIL: set both or none');
  return null;
}
