import * as z from 'zod';

const count = z.number();
const figures = { overruled: count, decided: count };

/** How many decisions of people on listings of a source overruled the rules, also by what the rules had said. */
export const overruledSource = z.object({
  source: z.string(),
  ...figures,
  verdicts: z.array(z.object({ said: z.string(), ...figures })),
});
export type OverruledSource = z.infer<typeof overruledSource>;
