import * as z from 'zod';

/** The formats of feeds; `feed` is any of RSS, Atom and JSON Feed. */
export const feedKinds = ['csv', 'json', 'feed'] as const;
export type FeedKind = (typeof feedKinds)[number];

export const feedKind = z.enum(feedKinds, `kind must be one of ${feedKinds.join(', ')}`);
export const feedUrl = z
  .url({ protocol: /^https?$/, error: 'The address must be an http or https one' })
  .max(2000, 'The address must be at most 2,000 characters');
/** As in the FEEDS file. */
export const feedMapping = z.record(z.string(), z.unknown(), 'mapping must be an object');

/** A feed that is saved here, as an entry of the FEEDS file describes it, without its id; null leaves a field out. */
export const feedDescription = z.strictObject({
  basis: z.string(),
  kind: feedKind,
  /** It may have a token: it is stored encrypted, and only full admins see it. */
  url: feedUrl,
  everySeconds: z.int(),
  delimiter: z.string().nullish(),
  items: z.string().nullish(),
  mapping: feedMapping.nullish(),
  state: z.string().nullish(),
  states: z.array(z.string()).nullish(),
});
export type FeedDescription = z.infer<typeof feedDescription>;

/** Body of `POST /api/admin/sources`: `id` becomes the name of the source. */
export const newFeedBody = feedDescription.extend({ id: z.string() });
/** Body of `PATCH /api/admin/sources/{id}`: absent fields stay; with a kind, the fields of the format are replaced. */
export const changedFeedBody = feedDescription.partial();
