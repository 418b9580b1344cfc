import { describe, expect, it } from 'vitest';
import { loadConfig } from '#server/platform/config/config.ts';
import { chooseSender, warnOfLocalSender } from './sender-address.ts';

/** The settings that a start with this environment asks for. */
function findWarnings(env: Record<string, string>): unknown[] {
  const settings: unknown[] = [];
  const log = { warn: ({ setting }: { setting: unknown }) => void settings.push(setting) };
  warnOfLocalSender({ config: loadConfig(env), log });
  return settings;
}

describe('the sender of emails', () => {
  it.each([
    [null, 'https://scout.example.com', 'no-reply@scout.example.com'],
    [null, 'http://127.0.0.1:3000', 'no-reply@localhost'],
    ['Scout <alerts@example.com>', 'http://127.0.0.1:3000', 'alerts@example.com'],
  ])('The sender of emails with MAIL_FROM %s at %s is %s', (mailFrom, url, sender) => {
    expect(chooseSender({ mailFrom }, url)).toContain(`<${sender}>`);
  });

  const SMTP_URL = 'smtp://mail.example.com';
  it.each<[Record<string, string>, string[]]>([
    [{}, []],
    [{ SMTP_URL }, ['PUBLIC_URL']],
    [{ SMTP_URL, PUBLIC_URL: 'http://localhost:3000' }, ['PUBLIC_URL']],
    [{ SMTP_URL, MAIL_FROM: 'Scout <alerts@example.com>' }, ['PUBLIC_URL']],
    [{ SMTP_URL, PUBLIC_URL: 'http://192.168.1.5' }, ['MAIL_FROM']],
    [{ SMTP_URL, PUBLIC_URL: 'http://192.168.1.5', MAIL_FROM: 'alerts@example.com' }, []],
    [{ SMTP_URL, PUBLIC_URL: 'https://scout.example.com' }, []],
  ])('A start with %j warns of addresses of localhost, and names the settings %j', (env, settings) => {
    expect(findWarnings(env)).toEqual(settings);
  });
});
