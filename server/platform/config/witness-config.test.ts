import { expect, it } from 'vitest';
import { loadConfig } from './config.ts';

const url = 'https://witness.example.com/seals';
const secret = `whsec_${Buffer.from('a secret of this test').toString('base64')}`;

it('A witness is a webhook with its secret, an email address, or both', () => {
  const webhook = { url, secret };
  expect(loadConfig({ WITNESS_URL: url, WITNESS_SECRET: secret }).witness).toEqual({ webhook, email: null });
  const email = 'witness@example.com';
  expect(loadConfig({ WITNESS_EMAIL: email }).witness).toEqual({ webhook: null, email });
});

it.each([
  [{ WITNESS_URL: url }, 'WITNESS_URL and WITNESS_SECRET belong together: set both or none'],
  [{ WITNESS_SECRET: secret }, 'WITNESS_URL and WITNESS_SECRET belong together: set both or none'],
  [{ WITNESS_URL: 'http://witness.example.com/', WITNESS_SECRET: secret }, 'WITNESS_URL must be an https address'],
  [{ WITNESS_URL: 'witness', WITNESS_SECRET: secret }, 'WITNESS_URL must be an https address'],
  [{ WITNESS_URL: url, WITNESS_SECRET: 'secret' }, 'WITNESS_SECRET must be whsec_ and a base64 text'],
  [{ WITNESS_EMAIL: 'nobody' }, 'WITNESS_EMAIL must be a valid email address'],
])('A wrong setting of a witness is refused with a sentence (%#)', (environment, sentence) => {
  expect(() => loadConfig(environment)).toThrow(sentence);
});

it('A secret of a witness that can be guessed is refused', () => {
  expect(() => loadConfig({ WITNESS_URL: url, WITNESS_SECRET: 'whsec_QQ==' })).toThrow('too easy to guess');
});
