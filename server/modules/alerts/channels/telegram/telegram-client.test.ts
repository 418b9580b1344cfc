import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { botToken, startFakeTelegram } from '../testing/fake-telegram.ts';
import { createTelegramClient } from './telegram-client.ts';

it('The client of Telegram never puts the token of the bot into an error', async () => {
  const away = createTelegramClient({ token: botToken, apiUrl: 'http://127.0.0.1:1' });
  const unreachable = await away.readName().catch((error: unknown) => error);
  const telegram = await startFakeTelegram();
  const bot = createTelegramClient({ token: botToken, apiUrl: telegram.url });
  telegram.refusals.push({ status: 401 });
  const refused = await bot.sendMessage('1', 'Hello', new AbortController().signal).catch((error: unknown) => error);
  await Promise.all([away.close(), bot.close(), telegram.close()]);
  expect(inspect(unreachable)).toContain('Telegram could not be reached');
  expect(inspect(refused)).toContain('Telegram does not accept TELEGRAM_BOT_TOKEN');
  for (const error of [unreachable, refused]) expect(inspect(error, { depth: 9 })).not.toContain(botToken);
});

it('The client of Telegram stops waiting for messages when it is aborted', async () => {
  const telegram = await startFakeTelegram();
  const bot = createTelegramClient({ token: botToken, apiUrl: telegram.url });
  const stopping = new AbortController();
  const polling = bot.getUpdates(0, stopping.signal).catch((error: unknown) => error);
  stopping.abort();
  expect(await polling).toBeInstanceOf(Error);
  await Promise.all([bot.close(), telegram.close()]);
});
