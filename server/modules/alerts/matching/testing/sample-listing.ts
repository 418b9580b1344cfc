/** The facts of a house in Detroit as the log holds them, without its price. */
export const sampleFacts = {
  source: 'county',
  externalId: null,
  parcel: null,
  title: 'Inherited house',
  details: '',
  link: 'https://listings.example.com/1',
  imageUrl: '',
  postedAt: null,
  place: {
    latitude: 42.36,
    longitude: -83.13,
    basis: 'zip' as const,
    zipCode: '48204',
    city: 'Detroit',
    county: null,
    state: 'MI',
  },
  propertyType: 'house' as const,
  reasons: [],
};
