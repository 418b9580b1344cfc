import { hashText } from './fingerprint.ts';

/** Size suffixes of one picture: '_600x450', '-1024x768', '@2x', '_large'. */
const sizeSuffix = /(?:[._@-](?:\d{2,5}x\d{2,5}|\d{1,2}x|thumb(?:nail)?|small|medium|large|full|original))+$/i;
/** A name with enough characters and digits to identify one picture at any host. */
const isDistinctive = (name: string) => name.length >= 10 && name.replaceAll(/\D/g, '').length >= 3;

/** Pictures that a site shows where there is none. */
const placeholder = /no[-_]?(?:image|photo|picture|pic)|placeholder|default|coming[-_]?soon|logo|blank|spacer/i;

/** A key of a picture, independent of host and size; null where there is no picture. A 31-bit hash. */
export function createImageKey(imageUrl: string): number | null {
  if (imageUrl === '' || placeholder.test(imageUrl.slice(imageUrl.lastIndexOf('/') + 1))) return null;
  const [path = ''] = imageUrl.split(/[?#]/, 1);
  const name = path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.\w{2,5}$/, '')
    .replace(sizeSuffix, '');
  return hashText(isDistinctive(name) ? name.toLowerCase() : imageUrl.replace(/^https?:/i, ''));
}
