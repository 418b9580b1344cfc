import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';

/** The environment of a process started by a test, without the stores that the tests of adapters use. */
export const embeddedEnvironment = {
  ...process.env,
  NODE_ENV: '',
  EVENTSTORE_URL: '',
  MONGODB_URL: '',
  // Halves the time in which a process loads the product again.
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url)),
};

/** New secrets, which a product on databases needs in its environment. */
export const createSecrets = () => ({
  SESSION_SECRET: randomBytes(32).toString('base64'),
  CREDENTIAL_KEY: randomBytes(32).toString('base64'),
});
