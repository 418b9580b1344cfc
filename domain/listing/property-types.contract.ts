type PropertyTypeDeclaration = {
  id: string;
  /** With its article, in a sentence. */
  phrase: string;
  plural: string;
  /** The filter that asks for it; null for a type that matches without being asked for. */
  flag: `include${string}` | null;
  /** Stands for the type in the matcher: a power of 2, or 0 without a flag. */
  bit: number;
};

/** Every property type, in the order of forms and columns. */
const propertyTypeTable = [
  { id: 'house', phrase: 'a house', plural: 'houses', flag: null, bit: 0 },
  { id: 'mobile home', phrase: 'a mobile home', plural: 'mobile homes', flag: 'includeMobileHomes', bit: 1 },
  { id: 'raw land', phrase: 'raw land', plural: 'raw land', flag: 'includeRawLand', bit: 2 },
  { id: 'tiny home', phrase: 'a tiny home', plural: 'tiny homes', flag: 'includeTinyHomes', bit: 4 },
] as const satisfies readonly PropertyTypeDeclaration[];

export type PropertyType = (typeof propertyTypeTable)[number]['id'];
export const propertyTypes = propertyTypeTable.map(({ id }) => id);

const toHeading = (plural: string) => plural.replaceAll(/\b[a-z]/g, (initial) => initial.toUpperCase());

/** The types that a user has to ask for. `heading` is that of a column, and the label of the filter. */
export const optionalTypes = propertyTypeTable
  .filter((type) => type.flag !== null)
  .map((type) => ({ ...type, heading: toHeading(type.plural) }));
type OptionalType = (typeof optionalTypes)[number];
export type TypeFlag = OptionalType['flag'];
export const typeFlags = optionalTypes.map(({ flag }) => flag);
/** The older settings page has no such filters. */
export const homePageTypeFlags: readonly TypeFlag[] = ['includeTinyHomes'];

/** An object with a value for each flag. */
export function mapTypeFlags<Value>(toValue: (type: OptionalType) => Value): Record<TypeFlag, Value> {
  // Object.fromEntries loses the names; they are those of the table.
  return Object.fromEntries(optionalTypes.map((type) => [type.flag, toValue(type)])) as Record<TypeFlag, Value>;
}

/** The bit of a type; 0 for one that matches without being asked for. */
export const getTypeBit = (id: PropertyType): number => propertyTypeTable.find((type) => type.id === id)?.bit ?? 0;

/** One more than the largest sum of bits. */
export const typeBitsEnd = 2 * Math.max(...propertyTypeTable.map(({ bit }) => bit));

/** 'a house, a mobile home, raw land or a tiny home'. */
export const propertyTypeList = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  propertyTypeTable.map(({ phrase }) => phrase),
);
