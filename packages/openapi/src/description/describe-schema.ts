import { exactlyOneKey } from '@trust/contracts/values/exactly-one';
import { meaningText, textsKey, type ValueMeanings, valuesKey } from '@trust/contracts/values/value-list';
import { type ExampleOptions, enumValues, exampleOf, type JsonSchema } from './example.ts';

type Described = JsonSchema & {
  description?: string;
  [valuesKey]?: ValueMeanings;
  [textsKey]?: string;
  [exactlyOneKey]?: true;
};
type DescribeOptions = {
  resolve: ExampleOptions['resolve'];
  /** Gets each place (`Provider.summary`) without a description. */
  missing?: ((place: string) => void) | undefined;
  /** Gets each list of values, which the schema only names. */
  texts?: ((name: string, values: ValueMeanings) => void) | undefined;
};

/**
 * The schema with the meanings of values in the descriptions, and an example for each plain field. All texts are those
 * of the declaration: no other field gives a property its text. `within`: name of the schema or outer property.
 */
export function describeSchema(whole: JsonSchema, within: string, options: DescribeOptions): JsonSchema {
  const { [valuesKey]: values, ...schema } = oneOfForms(referenceOf(whole) as Described);
  const list = schema[textsKey];
  if (list && values) options.texts?.(list, values);
  const describe = (part: JsonSchema) => describeSchema(part, within, options);
  const { properties, items, anyOf, oneOf, allOf, additionalProperties } = schema;
  return {
    ...schema,
    ...(properties && { properties: describeProperties(properties, within, options) }),
    ...(items && { items: isList(items) ? items.map(describe) : describe(items) }),
    ...(anyOf && { anyOf: anyOf.map(describe) }),
    ...(oneOf && { oneOf: oneOf.map(describe) }),
    ...(allOf && { allOf: allOf.map(describe) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: describe(additionalProperties) }),
  };
}

function describeProperties(properties: Record<string, JsonSchema>, within: string, options: DescribeOptions) {
  return Object.fromEntries(
    Object.entries(properties).map(([field, part]) => {
      const property = nullableOf(referenceOf(part));
      const description = descriptionOf(property, `${within}.${field}`, options.missing);
      if (!description) options.missing?.(`${within}.${field}`);
      const inner = describeSchema(property, field, options);
      return [
        field,
        { ...inner, ...(description && { description }), ...examplesOf(property, field, within, options) },
      ];
    }),
  );
}

/** Returns the schema's text, its values and their meanings. `missing` gets each value without a meaning. */
export function descriptionOf(
  schema: JsonSchema,
  place: string,
  missing?: (place: string) => void,
): string | undefined {
  const { description: text } = schema as Described;
  const list = listOf(schema as Described);
  const values = list?.enum?.filter((value) => value !== null) ?? [];
  if (!text || values.length === 0 || text.includes(`- \`${values[0]}\`: `)) return text;
  const lines = values.map((value) => {
    const meaning = list?.[valuesKey]?.[String(value)];
    if (!meaning) missing?.(`${place}: ${value}`);
    return `- \`${value}\`: ${meaning ? meaningText(meaning) : ''}`;
  });
  return `${text}\n\n${lines.join('\n')}`;
}

/** Lists the values of a field, which may be nullable or an array. zod-to-openapi writes a constant as one value. */
function listOf(schema: Described): Described | undefined {
  if (schema.enum) return schema.enum.length > 1 || schema[valuesKey] ? schema : undefined;
  const { items, anyOf = [], oneOf = [] } = schema;
  const inner = [...anyOf, ...oneOf, ...(items && !isList(items) ? [items] : [])];
  return inner.map((part) => listOf(part as Described)).find(Boolean);
}

function examplesOf(schema: JsonSchema, field: string, within: string, { resolve }: DescribeOptions) {
  const isPlain = [schema.type].flat().some((type) => type && /^(string|number|integer)$/.test(String(type)));
  if (!isPlain || schema.examples || schema.const !== undefined || enumValues(schema)) return {};
  return { examples: [exampleOf(schema, { field, within }, { resolve })] };
}

/** zod-to-openapi writes `anyOf` for a union of which exactly one form fits. */
function oneOfForms({ [exactlyOneKey]: isExclusive, anyOf, ...schema }: Described): Described {
  return { ...schema, ...(anyOf && { [isExclusive ? 'oneOf' : 'anyOf']: anyOf }) };
}

function isList(items: NonNullable<JsonSchema['items']>): items is readonly JsonSchema[] {
  return Array.isArray(items);
}

/** JSON Schema keeps the text of a nullable kind of field in the branch that is not null. */
function nullableOf(schema: JsonSchema): JsonSchema {
  const { anyOf = [] } = schema;
  const [only, ...more] = anyOf.filter(({ type }) => type !== 'null') as Described[];
  if (!only?.description || more.length > 0 || (schema as Described).description) return schema;
  const { description, examples, ...rest } = only;
  return {
    description,
    ...(examples && { examples }),
    ...schema,
    anyOf: anyOf.map((branch) => (branch === only ? rest : branch)),
  } as JsonSchema;
}

/** zod-to-openapi writes the text of a use as `allOf: [reference, text]`. */
function referenceOf(schema: JsonSchema): JsonSchema {
  const [reference, text, ...more] = schema.allOf ?? [];
  if (!reference?.$ref || !text || more.length > 0 || text.type || text.properties) return schema;
  const { 'x-text-of-use': description, ...rest } = text as Described & { 'x-text-of-use'?: string };
  return { ...reference, ...rest, ...(description && { description }) } as JsonSchema;
}
