import type { Schema } from '../compatibility/comparable.ts';
import { type Changes, firstSentence } from './entries.ts';

/** Follows inline schemas only: a named schema is compared under its own name. */
export function fieldChanges(
  name: string,
  { was, is }: { was: Schema; is: Schema },
  changes: Changes,
  usedBy = '',
): void {
  if (is.deprecated && !was.deprecated) changes.deprecated.push(`\`${name}\`${usedBy}.`);
  if (was.properties && is.oneOf && !is.properties)
    return void changes.changed.push(`\`${name}\`${usedBy} is exactly one of ${is.oneOf.length} forms.`);
  valueChanges(name, { was, is }, changes, usedBy);
  for (const [field, schema] of Object.entries(is.properties ?? {}) as [string, Schema][]) {
    const known = was.properties?.[field] as Schema | undefined;
    if (known) fieldChanges(`${name}.${field}`, { was: known, is: schema }, changes, usedBy);
    else changes.added.push(`\`${name}.${field}\`${usedBy}: ${firstSentence(schema.description ?? '')}`);
  }
  for (const field of Object.keys(was.properties ?? {}))
    if (!is.properties?.[field]) changes.removed.push(`\`${name}.${field}\`${usedBy}.`);
  if (isSchema(was.items) && isSchema(is.items))
    fieldChanges(`${name}[]`, { was: was.items, is: is.items }, changes, usedBy);
}

function valueChanges(name: string, { was, is }: { was: Schema; is: Schema }, changes: Changes, usedBy: string): void {
  const values = (schema: Schema): readonly unknown[] => schema['x-extensible-enum'] ?? schema.enum ?? [];
  const isNew = (value: unknown) => values(was).length > 0 && !values(was).includes(value);
  const added = values(is).filter(isNew);
  if (added.length > 0)
    changes.added.push(`\`${name}\`${usedBy} can be ${added.map((value) => `\`${value}\``).join(', ')}.`);
  const dropped = values(was).filter((value) => values(is).length > 0 && !values(is).includes(value));
  if (dropped.length > 0)
    changes.changed.push(`\`${name}\`${usedBy} is no longer ${dropped.map((value) => `\`${value}\``).join(', ')}.`);
  for (const [key, words] of Object.entries(described) as [keyof Schema, string][]) {
    const [before, after] = [was, is].map(
      (schema) => `${schema[key] ?? ((key === 'type' && nameOf(schema)) || 'none')}`,
    );
    if (before !== after)
      changes.changed.push(`The ${words} of \`${name}\`${usedBy} is ${after} instead of ${before}.`);
  }
}

const nameOf = ({ $ref }: Schema) => $ref && `\`${$ref.slice($ref.lastIndexOf('/') + 1)}\``;

const described: Partial<Record<keyof Schema, string>> = {
  type: 'type',
  format: 'format',
  pattern: 'pattern',
  minLength: 'minimum length',
  maxLength: 'maximum length',
  minimum: 'minimum',
  maximum: 'maximum',
  minItems: 'minimum number of items',
  maxItems: 'maximum number of items',
  default: 'default',
};

function isSchema(items: Schema['items']): items is Schema {
  return typeof items === 'object' && !Array.isArray(items);
}
