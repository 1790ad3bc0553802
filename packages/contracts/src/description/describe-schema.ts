import { type ExampleOptions, exampleOf, type JsonSchema } from './example.ts';
import { fieldDescriptions } from './field-descriptions.ts';
import { catalogueKeys, describeValues } from './value-meanings.ts';

type Described = JsonSchema & { description?: string };
type DescribeOptions = {
  resolve: ExampleOptions['resolve'];
  /** Gets each place (`Provider.summary`) without a description. */
  missing?: ((place: string) => void) | undefined;
};

/** A property keeps its own description. `within`: name of the schema or outer property. */
export function describeSchema(whole: JsonSchema, within: string, options: DescribeOptions): JsonSchema {
  const schema = referenceOf(whole);
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
      const property = referenceOf(part);
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

export function descriptionOf(
  schema: Described,
  field: string,
  within: string,
  missing?: (place: string) => void,
): string | undefined {
  const key = catalogueKeys(field, within).find((one) => Object.hasOwn(fieldDescriptions, one));
  const text = schema.description ?? (key && fieldDescriptions[key]);
  const values = enumOf(schema);
  if (!text || !values || text.includes(`- \`${values[0]}\`: `)) return text;
  return `${text}\n\n${describeValues(values, { field, within }, missing)}`;
}

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

/** zod-to-openapi writes the text of a use as `allOf: [reference, text]`. */
function referenceOf(schema: JsonSchema): JsonSchema {
  const [reference, text, ...more] = schema.allOf ?? [];
  if (!reference?.$ref || !text || more.length > 0 || text.type || text.properties) return schema;
  const { 'x-text-of-use': description, ...rest } = text as Described & { 'x-text-of-use'?: string };
  return { ...reference, ...rest, ...(description && { description }) } as JsonSchema;
}
