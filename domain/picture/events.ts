/** Stream `pictures-<listingId>`: what is shown of a listing, the first one on its card; none once they were deleted. */
export type PictureEvent = { type: 'PicturesChanged'; data: { listingId: string; pictureIds: string[] } };
