import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalizeJson } from './canonical-json.ts';

it('Any JSON is written as the reference does', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      // As read back from a store: values that JSON does not have are gone.
      const read: unknown = JSON.parse(JSON.stringify(value));
      expect(canonicalizeJson(read)).toBe(canonicalize(read));
    }),
    { numRuns: 2000 },
  );
});

it('Texts, names and numbers of any kind are written as the reference does', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.double({ noNaN: true })), (value) => {
      const read: unknown = JSON.parse(JSON.stringify(value));
      expect(canonicalizeJson(read)).toBe(canonicalize(read));
    }),
    { numRuns: 2000 },
  );
});

it('The example of RFC 8785 is written as in that RFC', () => {
  const numbers = [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001];
  const string = "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\u0022/";
  expect(canonicalizeJson({ numbers, string, literals: [null, true, false] })).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
      '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});
