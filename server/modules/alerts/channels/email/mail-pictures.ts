import { readFile } from 'node:fs/promises';
import type { ListingView } from '#domain/listing/contract.ts';
import type { PropertyType } from '#domain/listing/property-types.contract.ts';
import { findListings } from '#projections/listings.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { Pictures } from '#server/modules/pictures/index.ts';
import { logoCid } from './templates/html.ts';
import type { PicturedListing } from './templates/listing-block.ts';
import type { MailPicture } from './transport/mail.ts';

/** Pictures make a mail heavy; listings after these show the art of their type. */
const maxPictures = 10;

type MailPicturesDeps = { views: ViewReader; pictures: Pick<Pictures, 'read'> };

/** The listings with their pictures, which travel with the mail: nothing is loaded when it is opened. */
export async function addPictures(
  { views, pictures }: MailPicturesDeps,
  listings: ListingView[],
): Promise<{ listings: PicturedListing[]; attachments: MailPicture[] }> {
  const found = await findListings(
    views,
    listings.slice(0, maxPictures).map(({ id }) => id),
  );
  const attachments = new Map<string, MailPicture>();
  const addPicture = async (listing: ListingView, index: number): Promise<string> => {
    const id = found[index]?.pictureIds[0];
    const content = id === undefined ? null : await pictures.read(id, 'small');
    const picture =
      id !== undefined && content !== null ? toAttachment(`picture-${id}`, content) : await readArt(listing);
    attachments.set(picture.cid, picture);
    return picture.cid;
  };
  const pictured: PicturedListing[] = [];
  for (const [index, listing] of listings.entries()) pictured.push({ listing, cid: await addPicture(listing, index) });
  return { listings: pictured, attachments: [...attachments.values()] };
}

export async function readLogo(): Promise<MailPicture> {
  const content = await readAsset('logo.png');
  return { cid: logoCid, filename: 'logo.png', contentType: 'image/png', content };
}

async function readArt({ propertyType }: { propertyType: PropertyType | null }): Promise<MailPicture> {
  const name = `art-${(propertyType ?? 'house').replace(' ', '-')}`;
  return toAttachment(name, await readAsset(`${name}.jpg`));
}

function toAttachment(cid: string, content: Buffer): MailPicture {
  return { cid, filename: `${cid}.jpg`, contentType: 'image/jpeg', content };
}

const assets = new Map<string, Promise<Buffer>>();

/** Rendered by `npm run icons`. */
function readAsset(name: string): Promise<Buffer> {
  const asset = assets.get(name) ?? readFile(new URL(`assets/${name}`, import.meta.url));
  assets.set(name, asset);
  return asset;
}
