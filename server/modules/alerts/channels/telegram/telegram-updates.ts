import { cleanForeignLine, cutText } from '#domain/shared/foreign-text.contract.ts';
import { retryUntilStopped } from '#server/lib/retry.ts';
import { repeatUntilStopped } from '#server/lib/scheduler.ts';
import { escapeHtml } from '#server/lib/html/escape-html.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import type { ChannelLinks } from '../linked/links.ts';
import type { LinkCodes } from './link-codes.ts';
import type { TelegramTarget } from './telegram-sender.ts';
import type { TelegramClient, TelegramUpdate } from './telegram-client.ts';

const maxNameLength = 64;

type TelegramUpdatesDeps = Pick<Platform, 'url' | 'log'> & {
  bot: TelegramClient;
  codes: Pick<LinkCodes, 'use'>;
  links: Pick<ChannelLinks<TelegramTarget>, 'save'>;
};

/** Reads what members write to the bot, and links the chats that send a code. One process at a time may read. */
export function startTelegramUpdates(deps: TelegramUpdatesDeps): { stop: () => Promise<void> } {
  const { bot, log } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  let offset = 0;
  const logFailure = (error: unknown) =>
    log.debug({ err: error }, 'Failed to confirm what was written to the Telegram bot');
  const readUpdates = (resetBackoff: () => void) =>
    repeatUntilStopped(signal, async () => {
      for (const update of await bot.getUpdates(offset, signal)) {
        await answerUpdate(deps, update, signal);
        offset = update.update_id + 1;
      }
      resetBackoff();
    });
  const backoff = { minMs: 1_000, maxMs: 60_000 };
  const done = retryUntilStopped('read messages to the Telegram bot', readUpdates, { log, stopped: signal, backoff });
  return {
    stop: async () => {
      stopping.abort();
      await done;
      if (offset > 0) await bot.confirmUpdates(offset).catch(logFailure);
    },
  };
}

async function answerUpdate(
  deps: TelegramUpdatesDeps,
  { update_id: updateId, message }: TelegramUpdate,
  signal: AbortSignal,
): Promise<void> {
  if (message?.chat.type !== 'private') return;
  const { id, username, first_name: firstName } = message.chat;
  const chatId = String(id);
  const name = cutText(cleanForeignLine(username === undefined ? (firstName ?? '') : `@${username}`), maxNameLength);
  const text = await linkChat(deps, { chatId, name }, { updateId, text: message.text ?? '' });
  // The chat may be gone: nothing is lost with an answer.
  await deps.bot
    .sendMessage(chatId, text, signal)
    .catch((error: unknown) => deps.log.debug({ err: error }, 'Failed to answer a message to the Telegram bot'));
}

/** The answer, in HTML. */
async function linkChat(
  { codes, links, url }: TelegramUpdatesDeps,
  chat: { chatId: string; name: string },
  { updateId, text }: { updateId: number; text: string },
): Promise<string> {
  const code = /^(?:\/start(?:@\w+)?\s+)?([\w-]{24})$/.exec(text.trim())?.[1];
  const settings = escapeHtml(`${url()}/`);
  if (code === undefined) return `To get your alerts here, open your notification settings: ${settings}`;
  const userId = await codes.use(code, updateId);
  if (userId === null) return `This code is no longer valid. Get a new one in your notification settings: ${settings}`;
  await links.save(userId, () => ({ target: chat }));
  return `Done: your alerts arrive here from now on. To turn them off, open your notification settings: ${settings}`;
}
