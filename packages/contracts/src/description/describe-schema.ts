import { type ExampleOptions, exampleOf, type JsonSchema } from './example.ts';
import { fieldDescriptions } from './field-descriptions.ts';
import { catalogueKeys, describeValues } from './value-meanings.ts';

type Described = JsonSchema & { description?: string };
type DescribeOptions = {
  resolve: ExampleOptions['resolve'];
  /** Called with the place (`Provider.summary`) of each property that has no description. */
  missing?: ((place: string) => void) | undefined;
};

/**
 * A schema whose properties all have a description and, where they are plain values, an example. A property keeps its own; otherwise
 * `field-descriptions.ts` says what it means. `within` is the name of the schema, or of the property around it.
 */
export function describeSchema(schema: JsonSchema, within: string, options: DescribeOptions): JsonSchema {
  const inside = (part: JsonSchema, name = within) => describeSchema(part, name, options);
  const all = (parts: readonly JsonSchema[]) => parts.map((part) => inside(part));
  const { properties, items, anyOf, oneOf, allOf, additionalProperties } = schema;
  return {
    ...schema,
    ...(properties && { properties: describeProperties(properties, within, options) }),
    ...(items && { items: isList(items) ? all(items) : inside(items) }),
    ...(anyOf && { anyOf: all(anyOf) }),
    ...(oneOf && { oneOf: all(oneOf) }),
    ...(allOf && { allOf: all(allOf) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: inside(additionalProperties) }),
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

/** What a field or parameter means; undefined where nobody has said it. */
export function descriptionOf(
  schema: Described,
  field: string,
  within: string,
  missing?: (place: string) => void,
): string | undefined {
  const named = catalogueKeys(field, within).find((place) => Object.hasOwn(fieldDescriptions, place));
  const text = schema.description ?? (named && fieldDescriptions[named]);
  const values = enumOf(schema);
  // A schema that is described already has them.
  if (!text || !values || text.includes(`- \`${values[0]}\`: `)) return text;
  return `${text}\n\n${describeValues(values, { field, within }, missing)}`;
}

/** The values that a field, or each entry of its list, can have. */
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
