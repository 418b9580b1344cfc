import { defineModule } from '#server/platform/modules/module.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { createBlobs } from '#server/platform/storage/blobs.ts';
import type { createPictureChannel } from './picture-channel.ts';
import { createPictures } from './pictures.ts';
import { pictureRoutes } from './routes.ts';
import { createSavedPictures, type SavedPicturesDeps } from './saved-pictures.ts';

export const picturesModule = defineModule({
  name: 'pictures',
  provide: ({ openFetcher, ...platform }: Platform & Pick<SavedPicturesDeps, 'openFetcher'>) => {
    const pictures = createPictures({ ...platform, blobs: createBlobs(platform.config, platform.documents) });
    return { pictures, savedPictures: createSavedPictures({ ...platform, pictures, openFetcher }) };
  },
  routes: [pictureRoutes],
  subscriptions: {
    pictures: { does: 'Puts listings that need a picture into the outbox.', lease: 'maintenance' },
  },
  channels: [openChannel],
});

async function openChannel(deps: Parameters<typeof createPictureChannel>[0]) {
  const { createPictureChannel: create } = await import('./picture-channel.ts');
  return [create(deps)];
}
