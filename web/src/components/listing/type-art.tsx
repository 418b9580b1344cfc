import type { PropertyType } from '#domain/listing/property-types.contract.ts';

/** A drawing of a property type, in the place of a picture. */
export function TypeArt({ type }: { type: PropertyType | null }) {
  const name = (type ?? 'house').replace(' ', '-');
  return <img src={`/art/${name}.svg`} alt="" width={320} height={240} className="size-full object-cover" />;
}
