import type { JsonSchema } from './example.ts';

/** Lets generated clients accept values added later. Enums of requests stay closed. */
export function openEnums(schema: JsonSchema): JsonSchema {
  const { enum: values, 'x-extensible-enum': known, properties, items, anyOf, oneOf, allOf, ...rest } = schema;
  const strings = values?.filter((value) => typeof value === 'string') ?? [];
  const extra = schema.additionalProperties;
  return {
    ...rest,
    ...(strings.length > 0 ? { 'x-extensible-enum': strings } : values && { enum: values }),
    ...(isList(known) && { 'x-extensible-enum': known }),
    ...(properties && { properties: mapValues(properties) }),
    ...(items && { items: isList(items) ? items.map(openEnums) : openEnums(items) }),
    ...(anyOf && { anyOf: anyOf.map(openEnums) }),
    ...(oneOf && { oneOf: oneOf.map(openEnums) }),
    ...(allOf && { allOf: allOf.map(openEnums) }),
    ...(typeof extra === 'object' && { additionalProperties: openEnums(extra) }),
  };
}

function mapValues(properties: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, openEnums(schema)]));
}

function isList<Item>(value: Item | readonly Item[] | undefined | boolean): value is readonly Item[] {
  return Array.isArray(value);
}

export function referencedSchemas(
  value: unknown,
  schemas: Record<string, JsonSchema>,
  found = new Set<string>(),
): Set<string> {
  for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    referencedSchemas(schemas[name] ?? {}, schemas, found);
  }
  return found;
}
