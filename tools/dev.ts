import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { runCommand } from '#server/lib/command-line/run-command.ts';

await runCommand({
  invocation: 'npm run dev --',
  description:
    'Starts the server, which restarts when its files change, and the web app with hot reload in front of it.',
  options: {},
  run: startDevelopment,
});

async function startDevelopment(): Promise<void> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const server = spawn(process.execPath, ['--watch', 'server/app/main.ts'], { cwd: root, stdio: 'inherit' });
  const web = await createServer({ configFile: `${root}vite.config.ts` });
  await web.listen();
  web.printUrls();

  const stop = () => {
    server.kill('SIGTERM');
    void web.close();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  server.once('exit', () => void web.close());
}
