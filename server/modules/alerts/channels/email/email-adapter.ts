import type { ChannelAdapter } from '#server/platform/outbox/channel-adapter.ts';
import { type Mail, mailChannel, type MailContent, type EmailMessage } from './transport/mail.ts';
import type { MailTransport } from './transport/mail-transport.ts';
import { type MailFailure, toMailFailure } from './transport/mail-failure.ts';
import { maxSmtpConnections } from './transport/smtp-transport.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
/** The pause before each retry. */
export const defaultBackoffMs = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
];

type EmailAdapterDeps = {
  transport: MailTransport;
  /** Null where the mail is no longer wanted; `notBefore` (ms since 1970) where it is, but not yet. */
  render: (mail: Mail) => Promise<EmailMessage | { notBefore: number } | null>;
  /** Called with an address that the mail server reports as nonexistent. */
  onBounce?: (bounce: { address: string; status: string }) => Promise<void>;
  backoffMs?: readonly number[];
};

/** Sends emails, each always under the same Message-ID. */
export function createEmailAdapter(deps: EmailAdapterDeps): ChannelAdapter<MailContent, EmailMessage> {
  const { transport, render, onBounce, backoffMs = defaultBackoffMs } = deps;
  return {
    channel: mailChannel,
    concurrency: maxSmtpConnections,
    backoffMs,
    render,
    send: async (message) => {
      try {
        await transport.send(message);
      } catch (error) {
        const failure = toMailFailure(error, message.to);
        if (failure.noSuchAddress !== null) await onBounce?.({ address: message.to, status: failure.noSuchAddress });
        throw new MailNotAccepted(failure);
      }
    },
    classifyFailure: (error, { content, attempts }) => {
      const isFinal = error instanceof MailNotAccepted && error.failure.isFinal;
      // Its receiver has no account, so that no admin can follow it up.
      if (content.kind === 'offer-receipt' && (isFinal || attempts >= backoffMs.length)) return { kind: 'gone' };
      const reason = error instanceof Error ? error.message : 'Unknown failure';
      return { kind: isFinal ? 'dead' : 'retry', reason };
    },
    close: transport.close,
  };
}

/** Its message does not contain the address. */
class MailNotAccepted extends Error {
  readonly failure: MailFailure;

  constructor(failure: MailFailure) {
    super(failure.text);
    this.name = 'MailNotAccepted';
    this.failure = failure;
  }
}
