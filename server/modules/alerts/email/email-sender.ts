import { setTimeout as setTimer } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { createDelayedQueue } from '#server/lib/delayed-queue.ts';
import { type SendFailure, toSendFailure } from './transport/send-failure.ts';
import { createMerger } from './email-merging.ts';
import { type Mail, type EmailMessage, outboxSpace } from './transport/mail.ts';
import type { MailTransport } from './transport/mail-transport.ts';
import { maxSmtpConnections } from './transport/smtp-transport.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
/** The pause before each retry; after the last one the mail is given up. */
export const defaultPausesMs = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
];

const shutdownTimeoutMs = 2 * secondMs;
/** A mail due this soon may already be in flight: nothing is merged into it. */
const imminentMs = minuteMs;

type MailSenderDeps = {
  documents: Documents;
  transport: MailTransport;
  /** Null where the mail is no longer wanted; `notBefore` (ms since 1970) where it is, but not yet. */
  render: (mail: Mail) => Promise<EmailMessage | { notBefore: number } | null>;
  clock: Clock;
  log: Logger;
  pauses: readonly number[];
  /** Called with an address that the mail server reports as nonexistent. */
  onBounce?: (bounce: { address: string; status: string }) => Promise<void>;
};

export type MailSender = {
  /** Takes a mail that is already in the outbox and retries it until it is accepted or given up. */
  take: (mail: Mail) => void;
  /** Resolves when the running tries have ended or timed out: these mails are sent again at the next start. */
  stop: () => Promise<void>;
};

/**
 * Sends the mails in the outbox. A mail is removed after it was accepted, so a crash in between sends it again under
 * the same Message-ID: delivery is at least once, and a duplicate can be recognized. After a permanent refusal, or too
 * many temporary ones, the mail stays there as a dead letter.
 */
export function startMailSender(deps: MailSenderDeps): MailSender {
  const { documents, transport, render, clock, log, pauses, onBounce } = deps;
  const queue = createDelayedQueue({ concurrency: maxSmtpConnections, clock });
  const keeper = createMerger(documents);
  const take = (mail: Mail) => {
    const waits = mail.due > clock().getTime();
    queue.schedule(mail.due, () => (waits ? attemptKept(mail) : attempt(mail)));
  };

  /** Our own stores failed: the mail is not at fault, so this does not count as a try. */
  const later = (mail: Mail, error: unknown) => {
    log.warn({ err: error, mail: mail.id }, 'Failed to process an e-mail of the outbox; retrying');
    take({ ...mail, due: clock().getTime() + (pauses[0] ?? 0) });
  };

  const refused = async (mail: Mail, error: unknown, to: string): Promise<void> => {
    const failure = toSendFailure(error, to);
    const tried = afterFailure(mail, failure, pauses, clock().getTime());
    const facts = { mail: mail.id, kind: mail.content.kind, attempts: tried.attempts, code: failure.code };
    log.warn(facts, tried.state === 'dead' ? 'Gave up sending the e-mail' : 'E-mail was not accepted; retrying later');
    if (failure.noSuchAddress !== null) await onBounce?.({ address: to, status: failure.noSuchAddress });
    await documents.put(outboxSpace, tried);
    if (tried.state === 'waiting') take(tried);
  };

  const held = async (mail: Mail, due: number): Promise<void> => {
    if (due - clock().getTime() < imminentMs) {
      take({ ...mail, due });
      return;
    }
    const kept = await keeper.keep({ ...mail, due });
    if (kept) take(kept);
  };

  const send = async (mail: Mail, message: EmailMessage): Promise<void> => {
    try {
      await transport.send(message);
    } catch (error) {
      await refused(mail, error, message.to);
      return;
    }
    await documents.remove(outboxSpace, mail.id);
  };

  const attempt = async (mail: Mail): Promise<void> => {
    try {
      const message = await render(mail);
      if (message === null) await documents.remove(outboxSpace, mail.id);
      else if ('notBefore' in message) await held(mail, message.notBefore);
      else await send(mail, message);
    } catch (error) {
      later(mail, error);
    }
  };

  /** Others may have been merged into it since, or it into another. */
  const attemptKept = async (mail: Mail): Promise<void> => {
    const kept = await documents.get<Mail>(outboxSpace, mail.id).catch(() => mail);
    if (kept) await attempt(kept);
  };

  return {
    take,
    stop: async () => {
      await Promise.race([queue.stop(), setTimer(shutdownTimeoutMs, undefined, { ref: false })]);
      transport.close();
    },
  };
}

/** Adds up to this share at random, so that mails that failed together are not retried together. */
const jitterShare = 0.2;

/** The mail with its next time, or as a dead letter where there is none. */
function afterFailure(mail: Mail, { isFinal, text }: SendFailure, pauses: readonly number[], now: number): Mail {
  const usual = isFinal ? undefined : pauses[mail.attempts];
  const pause = usual === undefined ? undefined : Math.round(usual * (1 + jitterShare * Math.random()));
  const tried = { ...mail, attempts: mail.attempts + 1, due: now + (pause ?? 0), error: text };
  return { ...tried, state: pause === undefined ? 'dead' : 'waiting' };
}
