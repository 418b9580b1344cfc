import type { UploadedPicture } from '#domain/owner-offer/contract.ts';
import { type Pictures, UnreadablePicture } from '#server/modules/pictures/index.ts';
import { createConcurrencyLimit } from '#server/platform/http/middleware/concurrency-limit.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { UploadedFile } from '#server/platform/http/routing/body/upload.ts';

/** Each holds its file in memory until it was read. */
const maxConcurrent = 8;

/** Stores uploads until their offer arrives. Throws HttpError 400 with a sentence for the sender, and 503. */
export function createPictureUploads({ add }: Pick<Pictures, 'add'>) {
  const limit = createConcurrencyLimit(maxConcurrent);
  return (file: UploadedFile): Promise<UploadedPicture> =>
    limit(async () => {
      try {
        const { id, small } = await add(await file.content(), { use: 'uploaded', listingId: null });
        return { id, preview: `data:image/jpeg;base64,${small.toString('base64')}` };
      } catch (error) {
        if (error instanceof UnreadablePicture) throw new HttpError(400, error.message);
        throw error;
      }
    });
}
