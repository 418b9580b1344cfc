import type { Command, CommandOptions } from './command.ts';

type HelpSubject = Pick<Command<CommandOptions>, 'invocation' | 'description' | 'positionals' | 'options' | 'notes'>;

/** The usage, what the command does, and a line for each option. */
export function renderHelp({ invocation, description, positionals = [], options, notes }: HelpSubject): string {
  const words = positionals.map(({ name, isOptional = false, isRepeated = false }) => {
    const word = isRepeated ? `${name}...` : name;
    return isOptional ? `[${word}]` : word;
  });
  const usage = [invocation, ...words, ...(Object.keys(options).length > 0 ? ['[options]'] : [])].join(' ');
  const sections = [`Usage: ${usage}`, description, renderOptions(options), ...(notes === undefined ? [] : [notes])];
  return `${sections.join('\n\n')}\n`;
}

function renderOptions(options: CommandOptions): string {
  const rows = Object.entries(options).map(([name, { value, description, default: defaultText }]) => [
    value === undefined ? `--${name}` : `--${name} ${value}`,
    defaultText === undefined ? description : `${description} (default ${defaultText})`,
  ]);
  const all = [...rows, ['--help', 'print this help']];
  const width = Math.max(...all.map(([left = '']) => left.length));
  return all.map(([left = '', right = '']) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
