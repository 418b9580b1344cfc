import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

// `npm run dev`: the server restarts at every change of its files; Vite serves the web app in front of it.

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
