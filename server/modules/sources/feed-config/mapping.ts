import type { Mapping, MappingValue } from './config.ts';
import { compileText, type FeedRow, findColumns, placeholder } from './template.ts';

export type { FeedRow } from './template.ts';

export type RowMapper = {
  /** Every column that the mapping uses. */
  columns: string[];
  /** The row as a raw item for the intake, without blank fields. */
  itemOf: (row: FeedRow) => Record<string, unknown>;
};

type MappingField = keyof Mapping;
type CompiledValue = { columns: string[]; textOf: (row: FeedRow) => string };

/** True for any text in the column. */
const flagFields: ReadonlySet<string> = new Set<MappingField>(['withdrawn']);
const addressFields: ReadonlySet<string> = new Set<MappingField>(['link', 'imageUrl']);

export function compileMapping(mapping: Mapping): RowMapper {
  const fields = Object.entries(mapping).flatMap(([field, value]) =>
    value === undefined ? [] : [{ field, ...compileValue(value, addressFields.has(field)) }],
  );
  return {
    columns: [...new Set(fields.flatMap(({ columns }) => columns))],
    itemOf: (row) => {
      const item: Record<string, unknown> = {};
      for (const { field, textOf } of fields) {
        const fieldValue = toValue(field, textOf(row));
        if (fieldValue !== '') item[field] = fieldValue;
      }
      return item;
    },
  };
}

function compileValue(value: MappingValue, isAddress: boolean): CompiledValue {
  if (typeof value === 'string') return isAddress ? compileTemplate(value, true) : compileWords(value);
  const from = value.from.includes('{')
    ? compileTemplate(value.from, false)
    : compileTemplate(`{${value.from}}`, false);
  if ('values' in value) {
    const types = compileTable(value.values);
    return { columns: from.columns, textOf: (row) => types(from.textOf(row)) };
  }
  const pattern = new RegExp(value.match, 'u');
  return { columns: from.columns, textOf: (row) => pattern.exec(from.textOf(row))?.[1]?.trim() ?? '' };
}

/** 'LOT|LAND' are two values, in any case; a value that the table lacks stands for itself. */
function compileTable(values: Record<string, string>): (text: string) => string {
  const toKey = (text: string) => text.trim().toLowerCase();
  const entries = Object.entries(values).flatMap(([names, type]) =>
    names.split('|').map((name) => [toKey(name), type] as const),
  );
  const types = new Map(entries);
  return (text) => types.get(toKey(text)) ?? text;
}

/** A template of words: a blank column takes its words and its punctuation with it. */
const compileWords = (template: string): CompiledValue => ({
  columns: findColumns(template),
  textOf: compileText(template),
});

/** A template of which all placeholders are blank gives ''. Values inserted into a web address are escaped. */
function compileTemplate(template: string, isAddress: boolean): CompiledValue {
  const columns = findColumns(template);
  const escaped = isAddress && template.trim().search(/\{[^{}]+\}$/) !== 0;
  const textOf = (row: FeedRow) => {
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

function toValue(field: string, text: string): string | true {
  return flagFields.has(field) && text !== '' ? true : text;
}
