const streets = ['Maple', 'Oak', 'Cedar', 'Elm', 'Birch', 'Walnut', 'Linden'];

/** A listing that is accepted and is not a repost of another one, as a webhook delivers it. */
export const createLotListing = (n: number) => ({
  externalId: `lot-${n}`,
  title: `${100 + n * 7} ${streets[n % streets.length] ?? ''} Street, 3 bedroom house, sold as-is by the estate`,
  price: 20_000 + n * 10,
  details: `Inherited house number ${n}, cash only.`,
  link: `https://listings.example.com/lot-${n}`,
  zipCode: '48204',
});
