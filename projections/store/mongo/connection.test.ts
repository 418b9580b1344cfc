import { MongoNetworkError, MongoServerError } from 'mongodb';
import { expect, it } from 'vitest';
import { StoreUnavailable } from '../port.ts';
import { toStoreError } from './connection.ts';

const answerWith = (code: number) => new MongoServerError({ message: `code ${code}`, code });

it.each([11_601, 43, 112, 175, 237, 24, 13_436, 987_654])(
  'The answer %i of MongoDB, which is about the server, is an unavailable store',
  (code) => {
    expect(toStoreError(answerWith(code))).toBeInstanceOf(StoreUnavailable);
  },
);

it.each([2, 14, 26, 66, 85, 121, 238, 10_334, 11_000])(
  'The answer %i of MongoDB, which is about the request, is not an unavailable store',
  (code) => {
    const error = answerWith(code);
    expect(toStoreError(error)).toBe(error);
  },
);

it('A lost connection to MongoDB is an unavailable store, and a fault of this program is none', () => {
  expect(toStoreError(new MongoNetworkError('gone'))).toBeInstanceOf(StoreUnavailable);
  expect(toStoreError(Object.assign(new Error('gone'), { code: 'ECONNRESET' }))).toBeInstanceOf(StoreUnavailable);
  const fault = new TypeError('no such field');
  expect(toStoreError(fault)).toBe(fault);
});
