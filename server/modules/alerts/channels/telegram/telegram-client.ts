import * as z from 'zod';
import { createHttpClient } from '#server/lib/network/http-client.ts';
import type { TelegramConfig } from '#server/platform/config/channels-config.ts';

const requestTimeoutMs = 10_000;
/** It holds up the end of the process. */
const confirmTimeoutMs = 2_000;
/** How long the server of Telegram holds a request for messages. */
const pollSeconds = 25;

const answerSchema = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
});
const botSchema = z.object({ username: z.string() });
const updatesSchema = z.array(
  z.object({
    update_id: z.number(),
    message: z
      .object({
        chat: z.object({
          id: z.number(),
          type: z.string(),
          username: z.string().optional(),
          first_name: z.string().optional(),
        }),
        text: z.string().optional(),
      })
      .optional(),
  }),
);
export type TelegramUpdate = z.infer<typeof updatesSchema>[number];

export type TelegramClient = ReturnType<typeof createTelegramClient>;

/** Calls the API of Telegram as the bot. The token is in every address, so that no error contains one. */
export function createTelegramClient({ token, apiUrl }: NonNullable<TelegramConfig>) {
  const client = createHttpClient();
  let name: string | null = null;

  const callMethod = async (method: string, body: object, signals: AbortSignal[]): Promise<unknown> => {
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.any(signals),
    } as const;
    const { status, text } = await client.fetch(`${apiUrl}/bot${token}/${method}`, request).then(
      async (answer) => ({ status: answer.status, text: await answer.text() }),
      () => {
        throw new TelegramUnreachable();
      },
    );
    const answer = answerSchema.safeParse(parseJson(text));
    if (status === 200 && answer.data?.ok) return answer.data.result;
    throw new TelegramRefused(status, answer.data?.parameters?.retry_after ?? 0);
  };

  return {
    /** The bot's name, without @. */
    readName: async (): Promise<string> => {
      name ??= botSchema.parse(await callMethod('getMe', {}, [AbortSignal.timeout(requestTimeoutMs)])).username;
      return name;
    },
    /** `html` in the subset of HTML that Telegram knows. */
    sendMessage: async (chatId: string, html: string, signal: AbortSignal): Promise<void> => {
      const message = { chat_id: chatId, text: html, parse_mode: 'HTML', link_preview_options: { is_disabled: true } };
      await callMethod('sendMessage', message, [signal, AbortSignal.timeout(requestTimeoutMs)]);
    },
    /** The messages to the bot from `offset` on; those before it are forgotten. Waits until there is one. */
    getUpdates: async (offset: number, signal: AbortSignal): Promise<TelegramUpdate[]> => {
      const query = { offset, timeout: pollSeconds, allowed_updates: ['message'] };
      const limit = AbortSignal.timeout(pollSeconds * 1_000 + requestTimeoutMs);
      return updatesSchema.parse(await callMethod('getUpdates', query, [signal, limit]));
    },
    /** The messages before `offset` are not read again, by whichever process. */
    confirmUpdates: async (offset: number): Promise<void> => {
      await callMethod('getUpdates', { offset, timeout: 0, limit: 1 }, [AbortSignal.timeout(confirmTimeoutMs)]);
    },
    close: client.close,
  };
}

/** Telegram answered, but did not do what it was asked. */
export class TelegramRefused extends Error {
  readonly status: number;
  readonly retryAfterMs: number;

  constructor(status: number, retryAfterSeconds: number) {
    super(
      status === 401 || status === 404
        ? 'Telegram does not accept TELEGRAM_BOT_TOKEN'
        : `Telegram answered with status ${status}`,
    );
    this.name = 'TelegramRefused';
    this.status = status;
    this.retryAfterMs = retryAfterSeconds * 1_000;
  }
}

export class TelegramUnreachable extends Error {
  constructor() {
    super('Telegram could not be reached');
    this.name = 'TelegramUnreachable';
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
