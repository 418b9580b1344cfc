import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';

export const pictureSizes = ['small', 'large'] as const;
export type PictureSize = (typeof pictureSizes)[number];

/** The paths of one picture in both sizes. */
export const pictureLinks = z.object({ small: z.string(), large: z.string() });
export type PictureLinks = z.infer<typeof pictureLinks>;

export function linkPicture(id: string): PictureLinks {
  const pathOf = (size: PictureSize) => `/api/pictures/${encodeURIComponent(id)}?size=${size}`;
  return { small: pathOf('small'), large: pathOf('large') };
}

/** The first of a listing's pictures; null where it has none. */
export function linkFirstPicture([first]: readonly string[]): PictureLinks | null {
  return first === undefined ? null : linkPicture(first);
}

export const pictureEndpoints = defineEndpoints('Pictures', {
  /** For admins, and for members who were alerted of its listing; its bytes never change. */
  getPicture: {
    method: 'get',
    path: '/api/pictures/:id',
    access: 'signed-in',
    query: z.object({
      size: z.enum(pictureSizes, `size must be ${pictureSizes.join(' or ')}`).default('large'),
    }),
    responseTypes: ['image/jpeg', 'image/webp'],
    errors: [404],
  },
  /** The picture at an address, for an admin who types it. */
  previewPicture: {
    method: 'get',
    path: '/api/admin/picture-preview',
    access: 'admin',
    query: z.object({ address: z.url({ protocol: /^https?$/, error: 'address must be a web address' }) }),
    responseTypes: ['image/jpeg'],
    errors: [404],
  },
});
