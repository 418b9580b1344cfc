/** What a process started by a test inherits: the stores that the tests of adapters use are not its own. */
export const embeddedEnvironment = { ...process.env, NODE_ENV: '', EVENTSTORE_URL: '', MONGODB_URL: '' };
