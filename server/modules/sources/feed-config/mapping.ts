import type { Mapping, MappingValue } from './config.ts';

/** One row of a source: the text in a column, '' where it is blank or absent. */
export type Row = (column: string) => string;

export type RowMapper = {
  /** Every column that the mapping names. */
  columns: string[];
  /** The row as a raw item for the intake; blanks are left out. */
  itemOf: (row: Row) => Record<string, unknown>;
};

type Field = keyof Mapping;
type Compiled = { columns: string[]; textOf: (row: Row) => string };

const placeholder = /\{([^{}]+)\}/g;
const numbers: ReadonlySet<string> = new Set<Field>(['latitude', 'longitude']);
/** Said by whatever stands there. */
const flags: ReadonlySet<string> = new Set<Field>(['withdrawn']);
const addresses: ReadonlySet<string> = new Set<Field>(['link', 'imageUrl']);

export function compileMapping(mapping: Mapping): RowMapper {
  const fields = Object.entries(mapping).flatMap(([field, value]) =>
    value === undefined ? [] : [{ field, ...compileValue(value, addresses.has(field)) }],
  );
  return {
    columns: [...new Set(fields.flatMap(({ columns }) => columns))],
    itemOf: (row) => {
      const item: Record<string, unknown> = {};
      for (const { field, textOf } of fields) {
        const known = valueOf(field, textOf(row));
        if (known !== '' && known !== null) item[field] = known;
      }
      return item;
    },
  };
}

function compileValue(value: MappingValue, isAddress: boolean): Compiled {
  if (typeof value === 'string') return compileTemplate(value, isAddress);
  const from = value.from.includes('{')
    ? compileTemplate(value.from, false)
    : compileTemplate(`{${value.from}}`, false);
  const pattern = new RegExp(value.match, 'u');
  return { columns: from.columns, textOf: (row) => pattern.exec(from.textOf(row))?.[1]?.trim() ?? '' };
}

/** A template of which all placeholders are blank gives ''. What is put into a web address is escaped for it. */
function compileTemplate(template: string, isAddress: boolean): Compiled {
  const columns = [...template.matchAll(placeholder)].map(([, column = '']) => column.trim());
  const escaped = isAddress && template.trim().search(/\{[^{}]+\}$/) !== 0;
  const textOf = (row: Row) => {
    if (columns.length > 0 && columns.every((column) => row(column).trim() === '')) return '';
    return template
      .replaceAll(placeholder, (_all, column: string) => {
        const text = row(column.trim()).trim();
        return escaped ? encodeURIComponent(text) : text;
      })
      .trim();
  };
  return { columns, textOf };
}

function valueOf(field: string, text: string): string | number | boolean | null {
  if (flags.has(field)) return text === '' ? null : true;
  return numbers.has(field) ? numberIn(text) : text;
}

/** A coordinate that is no number is as good as none; the place may still be known by the ZIP. */
function numberIn(text: string): number | null {
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}
