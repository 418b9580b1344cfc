import { readFile } from 'node:fs/promises';
import { listingStream } from '#domain/event-catalog/streams.ts';
import { intakeItem } from '#domain/listing/contract.ts';
import { type PropertyType, propertyTypes } from '#domain/listing/property-types.contract.ts';
import { deriveListingId } from '#server/modules/intake/pipeline/listing-id.ts';
import type { Intake } from '#server/modules/intake/pipeline/intake.ts';
import type { PictureAdapterDeps } from '#server/modules/pictures/picture-adapter.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';

/** Colors of the drawings of types, and what they become: brick in the evening, siding by the sea, timber in autumn. */
const palettes: readonly Record<string, string>[] = [
  { '#fbf7ec': '#b9694c', '#0f5c4d': '#3b2a2a', '#d7e8e0': '#f7d9b8', '#b5d3c5': '#d9a982', '#8dbba7': '#a98467' },
  { '#fbf7ec': '#d7e3ee', '#0f5c4d': '#274b6d', '#d7e8e0': '#cfe6f5', '#b5d3c5': '#9cc3d8', '#8dbba7': '#86a98c' },
  { '#fbf7ec': '#c9a36b', '#0f5c4d': '#5a3a22', '#d7e8e0': '#efe6cf', '#b5d3c5': '#d9b45f', '#8dbba7': '#b5813c' },
  { '#fbf7ec': '#f4f1ea', '#0f5c4d': '#7a2f2a', '#d7e8e0': '#bfe0f2', '#b5d3c5': '#a6cf9b', '#8dbba7': '#6fae6b' },
];
const width = 960;
/** Every fifth listing has none, and shows the drawing of its type. */
const listingsPerGap = 5;

type DemoPictures = ReadonlyMap<PropertyType, Buffer[]>;

/** Pictures of each type, before the server starts: it allows its decoder no drawings. */
export async function drawPictures(): Promise<DemoPictures> {
  const { default: sharp } = await import('sharp');
  const draw = async (type: PropertyType) => {
    const url = new URL(`../../../web/public/art/${type.replace(' ', '-')}.svg`, import.meta.url);
    const drawing = await readFile(url, 'utf8');
    const drawings = palettes.map((colors) => drawing.replaceAll(/#[0-9a-f]{6}/g, (color) => colors[color] ?? color));
    return Promise.all(drawings.map((svg) => sharp(Buffer.from(svg)).resize({ width }).jpeg().toBuffer()));
  };
  return new Map(await Promise.all(propertyTypes.map(async (type) => [type, await draw(type)] as const)));
}

type PictureDeps = { events: Pick<EventStore, 'read'>; pictures: PictureAdapterDeps['pictures'] };

/** The same intake, whose listings get one of these pictures. */
export function withPictures(intake: Intake, { events, pictures }: PictureDeps, drawn: DemoPictures): Intake {
  let count = 0;
  const addPicture = async (listingId: string) => {
    const { events: past } = await events.read(listingStream(listingId));
    const found = past.find((event) => event.type === 'ListingFound');
    if (found === undefined || (await pictures.listOf(listingId)).length > 0) return;
    count += 1;
    const choices = drawn.get(found.data.propertyType) ?? [];
    const bytes = choices[count % choices.length];
    if (bytes === undefined || count % listingsPerGap === 0) return;
    const { id } = await pictures.add(bytes, { use: 'fetched', listingId });
    await pictures.show(listingId, [id]);
  };
  return {
    ...intake,
    take: async (source, items, ...more) => {
      const result = await intake.take(source, items, ...more);
      for (const item of items) await addPicture(deriveListingId(source, intakeItem.parse(item)));
      return result;
    },
  };
}
