type Spot = { x: number; y: number };

/** Items whose labels would cover each other on the screen, together; each with the place of its first item. */
export function groupNear<Item extends Spot>(
  items: readonly Item[],
  size: { width: number; height: number },
): Item[][] {
  const groups: { first: Item; all: Item[] }[] = [];
  for (const item of items) {
    const near = groups.find(
      ({ first }) => Math.abs(first.x - item.x) < size.width && Math.abs(first.y - item.y) < size.height,
    );
    if (near) near.all.push(item);
    else groups.push({ first: item, all: [item] });
  }
  return groups.map(({ all }) => all);
}
