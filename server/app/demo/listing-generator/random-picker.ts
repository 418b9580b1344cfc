/** Picks at random; `random` gives from 0 up to 1. Throws where there is nothing to pick from. */
export function createRandomPicker(random: () => number) {
  /** A whole number, both ends included. */
  const between = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));

  const oneOf = <T>(list: readonly T[]): T => {
    const picked = list[between(0, list.length - 1)];
    if (picked === undefined) throw new Error('There is nothing to pick from');
    return picked;
  };

  /** Each with the probability of its weight. */
  const weighed = <T>(list: readonly (readonly [T, number])[]): T => {
    let left = random() * list.reduce((sum, [, weight]) => sum + weight, 0);
    const picked = list.find(([, weight]) => (left -= weight) < 0);
    return (picked ?? oneOf(list))[0];
  };

  return { between, oneOf, weighed };
}
