/** A listing as typed; '' for empty fields. */
export type EntryDraft = Record<
  'title' | 'price' | 'details' | 'link' | 'imageUrl' | 'zipCode' | 'city' | 'state',
  string
>;
export type EntryFieldName = keyof EntryDraft;

export const blankDraft: EntryDraft = {
  title: '',
  price: '',
  details: '',
  link: '',
  imageUrl: '',
  zipCode: '',
  city: '',
  state: '',
};

/** The draft in the form that the server accepts: without blank fields. */
export function toEntryBody(draft: EntryDraft): Partial<EntryDraft> {
  const trimmed = Object.entries(draft).map(([name, text]) => [name, text.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, text]) => text !== ''));
}

/** The field that a refusal of the server begins with, null if it is about none. */
export function findEntryField(refusal: string): EntryFieldName | null {
  const [first = ''] = refusal.split(/[\s:]/);
  return isField(first) ? first : null;
}

function isField(name: string): name is EntryFieldName {
  return Object.hasOwn(blankDraft, name);
}
