import { type ExampleOptions, exampleOf, type JsonSchema } from './example.ts';
import { fieldDescriptions } from './field-descriptions.ts';
import { catalogueKeys, describeValues } from './value-meanings.ts';

type Described = JsonSchema & { description?: string };
type DescribeOptions = {
  resolve: ExampleOptions['resolve'];
  /** Called with the place (`Provider.summary`) of each property without a description. */
  missing?: ((place: string) => void) | undefined;
};

/**
 * Adds a description to each property and an example to each plain value. A property keeps its own;
 * otherwise they come from the catalogues. `within` is the name of the schema or of the outer
 * property.
 */
export function describeSchema(schema: JsonSchema, within: string, options: DescribeOptions): JsonSchema {
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
    Object.entries(properties).map(([field, property]) => {
      const description = descriptionOf(property, field, within, options.missing);
      if (!description) options.missing?.(`${within}.${field}`);
      const inner = describeSchema(property, field, options);
      return [
        field,
        { ...inner, ...(description && { description }), ...examplesOf(property, field, within, options) },
      ];
    }),
  );
}

/** Description of a field, with the meanings of its values; undefined if there is none. */
export function descriptionOf(
  schema: Described,
  field: string,
  within: string,
  missing?: (place: string) => void,
): string | undefined {
  const key = catalogueKeys(field, within).find((one) => Object.hasOwn(fieldDescriptions, one));
  const text = schema.description ?? (key && fieldDescriptions[key]);
  const values = enumOf(schema);
  // Already described.
  if (!text || !values || text.includes(`- \`${values[0]}\`: `)) return text;
  return `${text}\n\n${describeValues(values, { field, within }, missing)}`;
}

/** The enum values of a field, or of the items of its list. */
function enumOf({ enum: values, items, anyOf = [], oneOf = [] }: JsonSchema): readonly unknown[] | undefined {
  const inner = [...anyOf, ...oneOf, ...(items && !isList(items) ? [items] : [])];
  const found = values ?? inner.map(enumOf).find(Boolean);
  return found?.filter((value) => value !== null);
}

function examplesOf(schema: JsonSchema, field: string, within: string, { resolve }: DescribeOptions) {
  const isPlain = [schema.type].flat().some((type) => type && /^(string|number|integer)$/.test(String(type)));
  if (!isPlain || schema.examples || schema.const !== undefined || schema.enum) return {};
  return { examples: [exampleOf(schema, { field, within }, { resolve })] };
}

function isList(items: NonNullable<JsonSchema['items']>): items is readonly JsonSchema[] {
  return Array.isArray(items);
}
