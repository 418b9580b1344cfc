import type { AlertSender, SenderTiming } from '../linked/linked-channel.ts';
import { type TelegramClient, TelegramRefused } from './telegram-client.ts';
import { renderTelegramText } from './telegram-text.ts';

const secondMs = 1_000;
const defaultBackoffMs = [5, 20, 80, 320, 1_280, 5_120].map((seconds) => seconds * secondMs);
const blockedProblem =
  'Telegram no longer lets our bot write to you: the bot was blocked or the chat deleted. Link Telegram again.';

export type TelegramTarget = { chatId: string; name: string };

type TelegramSenderDeps = SenderTiming & {
  bot: Pick<TelegramClient, 'sendMessage'>;
  /** The address of the site. */
  url: () => string;
};

/** Sends alerts to the chats of members. */
export function createTelegramSender({
  bot,
  url,
  backoffMs = defaultBackoffMs,
}: TelegramSenderDeps): AlertSender<TelegramTarget> {
  return {
    // A bot may send about 30 messages a second.
    concurrency: 4,
    backoffMs,
    send: async ({ target, content }, signal) => {
      // Only webhooks are sent changes of a status.
      if (content.kind === 'status-changed') return;
      await bot.sendMessage(target.chatId, renderTelegramText(content, url()), signal);
    },
    classifyFailure: (error) => {
      if (!(error instanceof TelegramRefused)) return { kind: 'retry', reason: 'Telegram could not be reached' };
      const { status, retryAfterMs, message: reason } = error;
      if (status === 403) return { kind: 'gone', problem: blockedProblem };
      const isFinal = status === 400;
      return isFinal ? { kind: 'dead', reason } : { kind: 'retry', reason, afterMs: retryAfterMs };
    },
    close: () => undefined,
  };
}
