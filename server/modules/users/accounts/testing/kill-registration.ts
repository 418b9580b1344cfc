import { randomUUID } from 'node:crypto';
import { startTestServer } from '#server/testing/test-server.ts';
import { register } from '../registration.ts';

const [dataDir = '', email = ''] = process.argv.slice(2);
const { context } = await startTestServer({ DATA_DIR: dataDir });
const vault = {
  ...context.vault,
  save: () => {
    process.kill(process.pid, 'SIGKILL');
    return new Promise<void>(() => undefined);
  },
};
const newUser = { email, password: 'house hunter', role: 'none' } as const;
await register({ ...context, vault }, newUser, { actor: 'anonymous', commandId: randomUUID() });
