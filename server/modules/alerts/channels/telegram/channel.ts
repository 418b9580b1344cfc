import { channelEndpoints } from '#domain/alert/channels.contract.ts';
import { deriveKey } from '#server/platform/encryption/derive-key.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { route } from '#server/platform/http/routing/route.ts';
import type { ChannelDeps } from '../../channel-framework/channel.ts';
import { createLinkedChannel, type SenderTiming } from '../linked/linked-channel.ts';
import { createChannelLinks } from '../linked/links.ts';
import { codeKeyPurpose, createLinkCodes } from './link-codes.ts';
import { createTelegramClient } from './telegram-client.ts';
import { createTelegramSender, type TelegramTarget } from './telegram-sender.ts';
import { startTelegramUpdates } from './telegram-updates.ts';

/** Messages to the chats that members link with a code; offered where the server has a bot. */
export function createTelegramChannel(deps: ChannelDeps, timing: SenderTiming = {}) {
  const { config, keys, limits, url, log } = deps;
  const bot = config.telegram && createTelegramClient(config.telegram);
  const describeTarget = ({ name }: TelegramTarget) => name;
  const links = createChannelLinks<TelegramTarget>(deps, { channel: 'telegram', describeTarget });
  const codes = createLinkCodes({ ...deps, key: deriveKey(keys.credentials, codeKeyPurpose) });
  const createSender = bot && (() => createTelegramSender({ bot, url, ...timing }));
  return {
    ...createLinkedChannel(deps, { name: 'telegram', links, createSender }),
    links,
    codes,
    settings: [
      route(channelEndpoints.createTelegramCode, async ({ user, sender: { commandId }, runOnce }) => {
        if (bot === null) throw new HttpError(404, 'This server has no Telegram bot');
        const name = await bot.readName().catch(() => {
          throw new HttpError(503, 'Telegram cannot be reached at the moment. Please try again later.');
        });
        await runOnce(async () => {
          await limits.change(user.id);
          await codes.create(user.id, commandId);
        });
        const created = await codes.find(commandId);
        if (created === null)
          throw new HttpError(409, 'This code was used or replaced, or has expired. Get a new one.');
        return { ...created, bot: name, url: `https://t.me/${name}?start=${created.code}` };
      }),
    ],
    ...(bot && { receive: () => startTelegramUpdates({ bot, codes, links, url, log }) }),
  };
}
