import type * as z from 'zod';

type Issue = z.core.$ZodRawIssue;

/** The value by a schema. Throws ZodError: what a schema has no sentence for is described as `describeIssue` says. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  return schema.parse(value, { error: describeIssue });
}

const types: Partial<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};
const formats: Partial<Record<string, string>> = {
  date: 'a date such as 2026-01-31',
  datetime: 'a time in ISO 8601, such as 2026-01-31T10:00:00Z',
  email: 'an email address',
  url: 'a web address',
  uuid: 'a UUID',
};
const units: Partial<Record<string, string>> = { string: ' characters', array: ' entries' };

/** The field and what it must be, as a sentence; the whole input is 'The body'. */
export function describeIssue(issue: Issue): string {
  const name = issue.path === undefined || issue.path.length === 0 ? 'The body' : issue.path.join('.');
  return `${name} must be ${describeExpectation(issue)}`;
}

function describeExpectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue);
    case 'invalid_value':
      return describeChoice(issue.values.map(String));
    case 'too_small':
    case 'too_big':
      return describeLimit(issue);
    case 'invalid_format':
      return formats[issue.format] ?? `text of the form ${issue.pattern ?? issue.format}`;
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`;
    case 'invalid_union':
      return 'of one of the types that the description of the API lists';
    default:
      return 'as the description of the API says';
  }
}

function describeType({ expected, path = [] }: Issue & { expected: string }): string {
  return path.length === 0 && expected === 'object' ? 'a JSON object' : (types[expected] ?? expected);
}

function describeLimit(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  const unit = units[issue.origin] ?? '';
  return issue.code === 'too_small' ? `at least ${issue.minimum}${unit}` : `at most ${issue.maximum}${unit}`;
}

function describeChoice(values: string[]): string {
  return values.length > 1 ? `one of ${values.join(', ')}` : values.join(', ');
}
