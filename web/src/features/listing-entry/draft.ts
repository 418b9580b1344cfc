/** A listing as it is typed; '' where nothing is. */
export type Draft = Record<'title' | 'price' | 'details' | 'link' | 'imageUrl' | 'zipCode' | 'city' | 'state', string>;
export type FieldName = keyof Draft;

export const blankDraft: Draft = {
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
export function bodyOf(draft: Draft): Partial<Draft> {
  const given = Object.entries(draft).map(([name, text]) => [name, text.trim()] as const);
  return Object.fromEntries(given.filter(([, text]) => text !== ''));
}

/** The field that a refusal of the server begins with, null for one that is about none. */
export function fieldOf(refusal: string): FieldName | null {
  const [first = ''] = refusal.split(/[\s:]/);
  return isField(first) ? first : null;
}

function isField(name: string): name is FieldName {
  return Object.hasOwn(blankDraft, name);
}
