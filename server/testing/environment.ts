/** The environment of a process started by a test, without the stores that the tests of adapters use. */
export const embeddedEnvironment = { ...process.env, NODE_ENV: '', EVENTSTORE_URL: '', MONGODB_URL: '' };
