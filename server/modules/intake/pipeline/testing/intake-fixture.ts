import type { Clock } from '#server/lib/clock.ts';
import { setUpForEach } from '#server/lib/testing/set-up.ts';
import { openTestStores } from '#server/modules/alerts/matching/testing/test-stores.ts';
import { createIntake } from '../intake.ts';

/** An item that is accepted as a new listing. */
export const acceptedHouse = {
  externalId: 'house-1',
  title: 'Inherited 3 bedroom house at 5120 Maplewood St, must sell as-is',
  price: 45_000,
  details: 'Heirs want it gone. Needs a roof and new windows, cash only.',
  link: 'https://listings.example.com/house-1',
  zipCode: '48204',
};

/** An intake and its stores, new for each test; they can be used once a test has begun. */
export function setUpIntake() {
  const stores = setUpForEach(openTestStores, ({ close }) => close());
  const intake = setUpForEach(
    () => Promise.resolve(createIntake(stores)),
    ({ stop }) => stop(),
  );
  /** The same as in a new process; resolves when it takes listings. */
  const restart = async (changes: { clock?: Clock } = {}) => {
    await intake.stop();
    await stores.waitForViews();
    Object.assign(intake, createIntake({ ...stores, ...changes }));
    await intake.ready;
  };
  return { stores, intake, restart };
}
