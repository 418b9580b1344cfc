import { describe, expect, it } from 'vitest';
import { classify } from '../classify.ts';

type Example = [expected: string, title: string, price: number | null, details?: string];

/** The type of a match, otherwise the verdict. */
export const classifyText = (title: string, price: number | null, details = '') => {
  const verdict = classify({ title, details, price });
  return verdict.verdict === 'match' ? verdict.propertyType : verdict.verdict;
};

/** One test for each row of the table. */
export function describeExamples(subject: string, table: Example[]) {
  describe(subject, () => {
    it.each(table)('The classifier decides %s for the title %s (%s) %s', (expected, title, price, details) => {
      expect(classifyText(title, price, details)).toBe(expected);
    });
  });
}
