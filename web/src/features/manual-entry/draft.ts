/** A listing as it is typed; '' where nothing is. */
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

/** What is typed, as the server takes it: without what is blank. */
export function toEntryBody(draft: EntryDraft): Partial<EntryDraft> {
  const trimmed = Object.entries(draft).map(([name, text]) => [name, text.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, text]) => text !== ''));
}

/** The field that a refusal of the server begins with, null for one that is about none. */
export function findEntryField(refusal: string): EntryFieldName | null {
  const [first = ''] = refusal.split(/[\s:]/);
  return isField(first) ? first : null;
}

function isField(name: string): name is EntryFieldName {
  return Object.hasOwn(blankDraft, name);
}
