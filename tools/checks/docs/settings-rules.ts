/** Names in the first column of the settings table, whose header is `variable`, with their defaults. */
export function readSettings(page: string): { name: string; fallback: string }[] {
  const table = /\| variable \|.*\n\|[-| ]+\n((?:\|.*\n)+)/.exec(page)?.[1] ?? '';
  return table.split('\n').flatMap((row) => {
    const [, cell = '', defaults = ''] = row.split('|');
    const [, name] = /`([A-Z][A-Z_]+)`/.exec(cell) ?? [];
    return name === undefined ? [] : [{ name, fallback: /^\s*`([^`]*)`/.exec(defaults)?.[1] ?? '' }];
  });
}

/** The variables of a .env.example, each on a line that is commented out. */
export function readExample(text: string): { name: string; fallback: string }[] {
  return [...text.matchAll(/^#([A-Z][A-Z_]+)=(.*)$/gm)].map(([, name = '', fallback = '']) => ({ name, fallback }));
}

type Sources = { page: string; example: string; variables: readonly string[] };

/** Both files must list the variables that the product reads, each once, and nothing else, with the same defaults. */
export function findSettingsProblems({ page, example, variables }: Sources): string[] {
  const table = readSettings(page);
  const lines = readExample(example);
  const defaults = new Map(lines.map(({ name, fallback }) => [name, fallback]));
  return [
    ...findNameProblems('docs/configuration.md', names(table), variables),
    ...findNameProblems('.env.example', names(lines), variables),
    ...table
      .filter(({ name, fallback }) => defaults.has(name) && defaults.get(name) !== fallback)
      .map(
        ({ name, fallback }) => `docs/configuration.md gives ${name} the default '${fallback}', .env.example another`,
      ),
  ];
}

function names(settings: readonly { name: string }[]): string[] {
  return settings.map(({ name }) => name);
}

function findNameProblems(file: string, listed: readonly string[], variables: readonly string[]): string[] {
  return [
    ...variables.filter((name) => !listed.includes(name)).map((name) => `${file} lacks ${name}`),
    ...listed.filter((name) => !variables.includes(name)).map((name) => `${file} lists ${name}, which is not read`),
    ...listed.filter((name, index) => listed.indexOf(name) !== index).map((name) => `${file} lists ${name} twice`),
  ];
}
