import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

/** Of localhost and 127.0.0.1, until 2120 and 2021, and of mail.example.org; all by one authority, with one key. */
export type CertificateName = 'valid' | 'expired' | 'other-name';

const resolvePath = (name: string) => new URL(`${name}.pem`, import.meta.url).pathname;

export function readCertificate(name: CertificateName): { key: Buffer; cert: Buffer } {
  return { key: readFileSync(resolvePath('key')), cert: readFileSync(resolvePath(name)) };
}

/** Runs a module in a process that trusts the authority of the certificates, or not; resolves with its output. */
export async function runTrusting(isTrusted: boolean, code: string, ...args: string[]): Promise<string> {
  const trust = isTrusted ? { NODE_EXTRA_CA_CERTS: resolvePath('authority') } : {};
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code, '--', ...args], { env: trust });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(errors);
  return output;
}
