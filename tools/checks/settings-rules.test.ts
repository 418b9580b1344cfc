import { describe, expect, it } from 'vitest';
import { findSettingsProblems } from './settings-rules.ts';

const readme = (rows: string) => `# X\n\n| variable | default | meaning |\n|---|---|---|\n${rows}\nMore.\n`;

describe('the table of settings', () => {
  it('The table of settings lists every variable once', () => {
    expect(findSettingsProblems(readme('| `A_B`, `C` | `D` | `E` |\n| `FF` | | |\n'), ['A_B', 'FF'])).toEqual([]);
  });

  it.each([
    ['| `AA` | | |\n', ['AA', 'BB'], 'does not tell of BB'],
    ['| `AA`, `BB` | | |\n', ['AA'], 'tells of BB, which nothing reads'],
    ['| `AA` | | |\n| `AA` | | |\n', ['AA'], 'tells of AA twice'],
    ['', ['AA'], 'has no table of settings'],
  ])('The table of settings is compared with the existing variables (%#)', (rows, known, problem) => {
    expect(findSettingsProblems(readme(rows), known).join('\n')).toContain(problem);
  });
});
