import { describe, expect, it } from 'vitest';
import { findSettingsProblems } from './settings-rules.ts';

const table = (rows: string) => `# X\n\n| variable | default | meaning |\n|---|---|---|\n${rows}\nMore.\n`;
const check = (rows: string, example: string, variables: string[]) =>
  findSettingsProblems({ page: table(rows), example, variables });

describe('the settings', () => {
  it('The settings of the table and of the example are those that the product reads, with the same defaults', () => {
    const rows = '| `A_B` | `D` | see `E` |\n| `FF` | unset | or `G` |\n';
    expect(check(rows, '# About\n#A_B=D\n#FF=\n', ['A_B', 'FF'])).toEqual([]);
  });

  it.each([
    ['| `AA` | | |\n', '#AA=\n#BB=\n', ['AA', 'BB'], 'docs/configuration.md lacks BB'],
    ['| `AA` | | |\n', '', ['AA'], '.env.example lacks AA'],
    ['| `AA` | | |\n| `BB` | | |\n', '#AA=\n', ['AA'], 'docs/configuration.md lists BB, which is not read'],
    ['| `AA` | | |\n| `AA` | | |\n', '#AA=\n', ['AA'], 'docs/configuration.md lists AA twice'],
    ['| `AA` | `1` | |\n', '#AA=2\n', ['AA'], "gives AA the default '1'"],
    ['', '#AA=\n', ['AA'], 'docs/configuration.md lacks AA'],
  ])(
    'A difference between the settings and what the product reads is reported (%#)',
    (rows, example, variables, problem) => {
      expect(check(rows, example, variables)).toEqual([expect.stringContaining(problem)]);
    },
  );
});
