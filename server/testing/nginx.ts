import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { delay } from '#server/lib/delay.ts';

const example = new URL('../../deploy/nginx.conf', import.meta.url);
const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` };

/** Debian's packages nginx and openssl. */
export const isNginxMissing = ['nginx', 'openssl'].some((program) => spawnSync(program, ['-v'], { env }).error);

/**
 * The example of deploy/ in front of a product that listens on `upstreamPort`, with a certificate of its own.
 * `withoutKeepAlive` leaves out how it speaks to the product, as many short examples do.
 */
export async function startNginx(ports: { port: number; upstreamPort: number }, { withoutKeepAlive = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const ca = createCertificate(folder);
  writeFileSync(join(folder, 'nginx.conf'), renderConfig(folder, ports, withoutKeepAlive));
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { env, stdio: 'inherit' });
  await waitUntilListening(ports.port);
  return {
    ca,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

function createCertificate(folder: string): string {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const made = spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    ...subject,
    ...files,
  ]);
  if (made.status !== 0) throw new Error(made.stderr.toString());
  return readFileSync(join(folder, 'fullchain.pem'), 'utf8');
}

function renderConfig(
  folder: string,
  { port, upstreamPort }: { port: number; upstreamPort: number },
  withoutKeepAlive: boolean,
): string {
  const site = readFileSync(example, 'utf8')
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('server_name scout.example.com', 'server_name localhost')
    .replace('server 127.0.0.1:3000', `server 127.0.0.1:${upstreamPort}`)
    .replaceAll('/etc/nginx/tls', folder);
  const short = site.replaceAll(/^.*(proxy_http_version|Upgrade|Connection|keepalive).*$/gm, '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  return [
    process.getuid?.() === 0 ? 'user root;' : '',
    `daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')}; events {}`,
    `http { access_log off; ${temporary.join(' ')}`,
    withoutKeepAlive ? short : site,
    '}',
  ].join('\n');
}

async function waitUntilListening(port: number): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      socket.destroy();
      return;
    } catch (error) {
      if (tries === 2_000) throw error;
      await delay(50);
    }
  }
}
