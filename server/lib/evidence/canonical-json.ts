type Pending = { text: string } | { value: unknown };

/** The JSON of a value as RFC 8785 writes it, of any depth. Fields without a value are left out. */
export function writeCanonicalJson(root: unknown): string {
  let text = '';
  const pending: Pending[] = [{ value: root }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ('text' in next) text += next.text;
    else if (typeof next.value !== 'object' || next.value === null) text += JSON.stringify(next.value);
    else for (const part of splitValue(next.value).reverse()) pending.push(part);
  }
  return text;
}

/** The pieces of an array or object in their order; fields are sorted by UTF-16 code units. */
function splitValue(value: object): Pending[] {
  if (Array.isArray(value)) {
    const items = value.flatMap((item: unknown, nth) => [{ text: nth === 0 ? '' : ',' }, { value: item }]);
    return [{ text: '[' }, ...items, { text: ']' }];
  }
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, field]: [string, unknown], nth) => [
      { text: `${nth === 0 ? '' : ','}${JSON.stringify(name)}:` },
      { value: field },
    ]);
  return [{ text: '{' }, ...fields, { text: '}' }];
}
