import type { Mapping } from '../feed-config/config.ts';

/** The names of columns that hold each field, most telling first; without signs, in lower case. */
const columnNames: Record<keyof Mapping, string[]> = {
  title: ['title', 'headline', 'listingtitle', 'name', 'propertyname', 'propertyaddress', 'streetaddress', 'address'],
  link: ['link', 'url', 'listingurl', 'detailurl', 'propertyurl', 'weburl', 'href', 'website'],
  price: ['price', 'askingprice', 'listprice', 'saleprice', 'amount', 'minimumbid', 'startingbid', 'bid'],
  details: ['details', 'description', 'remarks', 'publicremarks', 'comments', 'notes', 'summary'],
  imageUrl: ['imageurl', 'image', 'photourl', 'photo', 'picture', 'thumbnail', 'imgsrc'],
  postedAt: ['postedat', 'posted', 'dateposted', 'datelisted', 'listdate', 'published', 'date'],
  zipCode: ['zipcode', 'zip', 'addresszipcode', 'postalcode', 'postcode', 'zip5'],
  city: ['city', 'addresscity', 'town', 'municipality'],
  county: ['county', 'countyname'],
  state: ['state', 'addressstate', 'statecode'],
  latitude: ['latitude', 'lat'],
  longitude: ['longitude', 'lng', 'lon', 'long'],
  address: ['address', 'streetaddress', 'addressstreet', 'propertyaddress', 'street'],
  parcel: ['parcel', 'parcelnumber', 'parcelid', 'apn', 'pin'],
  propertyType: ['propertytype', 'hometype', 'landuse', 'type'],
  beds: ['beds', 'bedrooms'],
  baths: ['baths', 'bathrooms'],
  livingArea: ['livingarea', 'sqft', 'squarefeet', 'area'],
  acres: ['acres', 'acreage', 'lotacres'],
  yearBuilt: ['yearbuilt', 'built'],
  externalId: ['externalid', 'listingid', 'id', 'zpid', 'guid'],
  withdrawn: ['withdrawn', 'removed'],
};

/** A mapping by the names of columns; fields without a column are left out. */
export function proposeMapping(columns: readonly string[]): Partial<Record<keyof Mapping, string>> {
  const byName = new Map(columns.toReversed().flatMap((column) => getNames(column).map((name) => [name, column])));
  const fields = Object.entries(columnNames).flatMap(([field, names]) => {
    const column = names.map((name) => byName.get(name)).find((found) => found !== undefined);
    return column === undefined ? [] : [[field, `{${column}}`] as const];
  });
  return Object.fromEntries(fields);
}

/** The words of a column, and its last ones: 'Property Zip Code' is also 'Zip Code'. */
function getNames(column: string): string[] {
  const words =
    column
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.map((_word, index) => words.slice(index).join(''));
}
