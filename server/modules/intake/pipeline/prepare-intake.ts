import { readListingText } from '#domain/figures/read-facts.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import { createJudgeApart, prepareJudging } from '../judging/judge.ts';
import type { LoadedWeights } from '../judging/weights.ts';
import type { Intake } from './intake.ts';
import { parseItems } from './parse-items.ts';

const example = {
  externalId: 'example',
  title: 'House at 12 Oak Street',
  details: 'Three bedrooms, 1.5 baths, built in 1950. 1,200 sq ft on 0.4 acres. Needs work, cash only.',
  price: '$40,000',
  link: 'https://example.com/example',
  zipCode: '48204',
};

/** Reads an example without taking it in: what that compiles and loads, the first listing does not wait for. */
export async function prepareIntake(
  { values }: Pick<LoadedWeights, 'values'>,
  intake: Pick<Intake, 'ready' | 'preview'>,
): Promise<void> {
  prepareJudging(values);
  await intake.ready;
  const parser = { gazetteer: await loadGazetteer(), judge: createJudgeApart(values), holdReason: undefined };
  for (const { parsed } of await parseItems(example.externalId, [example], parser)) await intake.preview(parsed);
  readListingText({ ...example, propertyType: null });
}
