import { linkPicture } from '#domain/picture/contract.ts';
import type { PictureFetcher, Pictures } from '#server/modules/pictures/index.ts';

const timeoutMs = 15_000;
const maxPictures = 10;
const ownPicture = /^\/api\/pictures\/([0-9a-f]{32})\?size=large$/;

export type EmbedDeps = {
  pictures: Pick<Pictures, 'addAnnounced'>;
  openFetcher: () => Promise<PictureFetcher>;
};

/** `pictureIds` are those of the message, with us. */
type EmbeddedMessage = { message: string; leftOutPictures: string[]; pictureIds: string[] };

/**
 * Stores the pictures of a sanitized message with us, as browsers load none from elsewhere. Those that cannot be had are
 * left out.
 */
export async function embedPictures(deps: EmbedDeps, html: string): Promise<EmbeddedMessage> {
  const addresses = listPictures(html);
  const foreign = addresses.filter((address) => address.startsWith('https:'));
  const pathByAddress = await storeAll(deps, foreign.slice(0, maxPictures));
  const message = replacePictures(html, (address) => (ownPicture.test(address) ? address : pathByAddress.get(address)));
  const pictureIds = listPictures(message).map((address) => ownPicture.exec(address)?.[1] ?? '');
  return { message, leftOutPictures: foreign.filter((address) => !pathByAddress.has(address)), pictureIds };
}

/** The paths of the stored pictures, by their addresses. */
async function storeAll({ pictures, openFetcher }: EmbedDeps, addresses: string[]): Promise<Map<string, string>> {
  const pathByAddress = new Map<string, string>();
  if (addresses.length === 0) return pathByAddress;
  const fetcher = await openFetcher();
  const signal = AbortSignal.timeout(timeoutMs);
  const store = async (address: string) => {
    const { id } = await pictures.addAnnounced(await fetcher.fetch(address, { allowPrivate: false, signal }));
    pathByAddress.set(address, linkPicture(id).large);
  };
  await Promise.allSettled(addresses.map(store));
  await fetcher.close();
  return pathByAddress;
}

function listPictures(html: string): string[] {
  const addresses = new Set<string>();
  replacePictures(html, (address) => {
    addresses.add(address);
    return address;
  });
  return [...addresses];
}

/** A picture without a new address is left out. The message is sanitized, so that each tag is whole and quoted. */
function replacePictures(html: string, findAddress: (address: string) => string | undefined): string {
  return html.replaceAll(/<img\b[^>]*>/g, (tag) => {
    const [source = '', rawAddress = ''] = /\ssrc="([^"]*)"/.exec(tag) ?? [];
    const address = findAddress(rawAddress.replaceAll('&amp;', '&'));
    return address === undefined ? '' : tag.replace(source, () => ` src="${address}"`);
  });
}
