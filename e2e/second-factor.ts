import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, expect } from 'vitest';
import { type AppSetup, proofLifetimeMs } from '#domain/sign-in/second-factor.contract.ts';
import type { ApiUser } from './api-user.ts';

const stepMs = 30_000;
const folder = mkdtempSync(join(tmpdir(), 'scout-clock-'));
afterAll(() => rmSync(folder, { recursive: true }));
const clockFile = join(folder, 'clock');
let offsetMs = 0;

/** A product on a host name, as passkeys need one, with a clock that `outdateProof` sets. */
export const securityEnvironment = { HOST: 'localhost', NODE_ENV: 'test', CLOCK_FILE: clockFile };

/** Lets so much time pass that the proof of this session, and all before it, are not fresh any more. */
export async function outdateProof(user: ApiUser): Promise<void> {
  offsetMs += proofLifetimeMs + 1000;
  writeFileSync(clockFile, new Date(Date.now() + offsetMs).toISOString());
  await expect.poll(async () => (await user.send('GET', '/api/proof')).status).toBe(403);
}

/** The codes of an app, each for one use: the present one, then the next. */
export function createCodes(secret: string): () => string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  let lastStep = 0;
  return () => {
    lastStep = Math.max(lastStep + 1, Math.floor((Date.now() + offsetMs) / stepMs));
    return totp.generate({ timestamp: lastStep * stepMs });
  };
}

/** Sets up an app over the API, which uses its first code. */
export async function setUpApp(user: ApiUser): Promise<{ nextCode: () => string; recoveryCodes: string[] }> {
  const { secret } = JSON.parse((await user.send('POST', '/api/security/app')).text) as AppSetup;
  const nextCode = createCodes(secret);
  const { text } = await user.send('POST', '/api/security/app/confirm', { code: nextCode() });
  const { recoveryCodes } = JSON.parse(text) as { recoveryCodes: string[] };
  return { nextCode, recoveryCodes };
}
