import { AccessDeniedError, StreamNotFoundError, UnavailableError, UnknownError } from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { StoreMisconfigured, StoreUnavailable } from '#projections/store/port.ts';
import { callWithRetry, withDeadline } from './call-with-deadline.ts';
import { CallTimeoutError } from './errors.ts';

const timeouts = { answerMs: 200, call: 60_000, silenceMs: 1_000 };
/** Fails with these errors in turn, then answers. */
const failing = (...errors: Error[]) => {
  let tries = 0;
  const attempt = () => {
    tries += 1;
    const error = errors.shift();
    return error ? Promise.reject(error) : Promise.resolve('answer');
  };
  return { attempt, tries: () => tries };
};

describe('a call', () => {
  it.each([
    ['the server is not there', () => new UnavailableError()],
    ['the client fails without saying how', () => new Error('Failed to discover after 10 attempts.')],
    ['the server is silent', () => new CallTimeoutError()],
    ['the server fails', () => new UnknownError()],
  ])('A call is tried again when %s', async (_, error) => {
    const { attempt, tries } = failing(error(), error());
    expect(await callWithRetry(timeouts, attempt)).toBe('answer');
    expect(tries()).toBe(3);
  });

  it('A call fails after a few tries', async () => {
    const causes = Array.from({ length: 9 }, () => new UnavailableError());
    const { attempt } = failing(...causes);
    const given = callWithRetry(timeouts, attempt);
    await expect(given).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(given).rejects.toMatchObject({ cause: causes[3] });
  });

  it.each([
    ['an answer', () => new StreamNotFoundError(undefined, 's')],
    ['a mistake of ours', () => new TypeError('wrong')],
  ])('A call is not tried again after %s', async (_, error) => {
    const thrown = error();
    const { attempt, tries } = failing(thrown);
    await expect(callWithRetry(timeouts, attempt)).rejects.toBe(thrown);
    expect(tries()).toBe(1);
  });

  it('A call reports that the name and password are wrong, without naming either', async () => {
    const { attempt, tries } = failing(new AccessDeniedError());
    const refused = callWithRetry(timeouts, attempt);
    await expect(refused).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(refused).rejects.toThrow('EventStoreDB refuses the name and password in EVENTSTORE_URL.');
    expect(tries()).toBe(1);
  });

  it.each([
    'SSL routines:tls_validate_record_header:wrong version number',
    'Setting the TLS ServerName to an IP address is not permitted',
  ])('A call reports that EVENTSTORE_URL lacks ?tls=false where the client fails with: %s', async (message) => {
    const { attempt, tries } = failing(Object.assign(new UnavailableError(), { message }));
    const refused = callWithRetry(timeouts, attempt);
    await expect(refused).rejects.toBeInstanceOf(StoreMisconfigured);
    await expect(refused).rejects.toThrow(
      /^EVENTSTORE_URL asks for TLS, and there is none at its address: add \?tls=false/,
    );
    expect(tries()).toBe(1);
  });

  it('A call ends in time, whatever its outcome', async () => {
    await expect(withDeadline(10, new Promise(() => undefined))).rejects.toBeInstanceOf(CallTimeoutError);
    await expect(withDeadline(1_000, Promise.resolve(1))).resolves.toBe(1);
    const later = Promise.withResolvers<never>();
    await expect(withDeadline(10, later.promise)).rejects.toBeInstanceOf(CallTimeoutError);
    later.reject(new Error('heard by nobody'));
  });
});
