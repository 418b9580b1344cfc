/** From 1 to 2: an alert no longer says where its members search, only how far the listing is from there. */
export function withoutZips(data: unknown): unknown {
  // What version 1 was, see golden/shapes.json.
  const { members, ...alert } = data as { members: Record<string, unknown>[] };
  return { ...alert, members: members.map(({ zipCode: _where, ...member }) => member) };
}
