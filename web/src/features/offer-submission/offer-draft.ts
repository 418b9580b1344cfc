import { readStoredJson, writeStored } from '#web/lib/browser/storage.ts';
import { blankOffer, type OfferFields } from './offer-fields.ts';

const storageKey = 'offer-draft';
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;

/** The offer that was typed in this browser and not sent, at most 30 days ago; null where there is none. */
export function readOfferDraft(now = Date.now()): OfferFields | null {
  const stored = readStoredJson('localStorage', storageKey);
  if (!isDraft(stored)) return null;
  if (now - stored.at < maxAgeMs) return { ...blankOffer, ...pickKnown(stored.fields) };
  storeOfferDraft(blankOffer);
  return null;
}

/** A blank offer removes it. The consent is not stored: it is given to what is sent. */
export function storeOfferDraft(typed: OfferFields, now = Date.now()): void {
  const fields = { ...typed, consent: blankOffer.consent, website: blankOffer.website };
  writeStored('localStorage', storageKey, isBlankOffer(fields) ? null : JSON.stringify({ at: now, fields }));
}

export function isBlankOffer(fields: OfferFields): boolean {
  return Object.entries(blankOffer).every(([name, value]) => fields[name as keyof OfferFields] === value);
}

function isDraft(stored: unknown): stored is { at: number; fields: object } {
  return typeof stored === 'object' && stored !== null && 'at' in stored && 'fields' in stored;
}

/** A draft of another release may have other fields. */
function pickKnown(fields: object): object {
  const known: Record<string, unknown> = blankOffer;
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => typeof value === typeof known[name]));
}
