import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { readListeningUrl, removeFolder, startProduct, createTemporaryFolder } from './product.ts';
import { embeddedEnvironment } from '#server/testing/environment.ts';
import { spawnScript } from '#server/testing/run-script.ts';

it('A start in a data folder that another process uses ends with one clear line and exit code 1', async () => {
  const dataDir = await createTemporaryFolder();
  const product = await startProduct(dataDir);
  expect(await spawnScript('server/app/main.ts', { env: { PORT: '0', DATA_DIR: dataDir } })).toEqual({
    stdout: '',
    stderr: expect.stringMatching(/^.*already.*\n$/) as string,
    code: 1,
  });
  expect(await product.stop()).toBe(0);
  await removeFolder(dataDir);
});

it('The command npm start ends the server with itself, so that the data folder is free for the next start', async () => {
  const dataDir = await createTemporaryFolder();
  const npm = spawn('npm', ['start', '--ignore-scripts'], {
    env: { ...embeddedEnvironment, PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await readListeningUrl(npm);
  npm.kill('SIGTERM');
  expect(await once(npm, 'exit')).toEqual([0, null]);
  const next = await startProduct(dataDir);
  expect(await next.stop()).toBe(0);
  await removeFolder(dataDir);
});
