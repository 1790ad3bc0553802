/** The part of JSON Schema that examples need: 2020-12 (OpenAPI 3.1) or draft-7 (AsyncAPI). */
export type JsonSchema = {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  'x-extensible-enum'?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  examples?: readonly unknown[];
  pattern?: string;
  format?: string;
  minimum?: number;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema | readonly JsonSchema[];
  prefixItems?: readonly JsonSchema[];
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
};

export type ExampleOptions = {
  resolve: (ref: string) => { name: string; schema: JsonSchema };
  /** Gets the place (`Provider.summary`) of each string without an example. */
  missing?: (place: string) => void;
};

/** `within`: the schema or property around it. */
type Place = { field: string; within: string; name?: string };

/** Takes the schema's own `examples`, else a value that it allows: never the example of another field. */
export function exampleOf(schema: JsonSchema, place: Place, options: ExampleOptions): unknown {
  const own = schema.examples?.[0];
  if (own !== undefined) return own;
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  const [first] = enumValues(schema) ?? [];
  if (first !== undefined) return first;
  if (schema.$ref) {
    const { name, schema: target } = options.resolve(schema.$ref);
    return exampleOf(target, { ...place, name }, options);
  }
  const branches = schema.oneOf ?? schema.anyOf;
  const branch = branches?.find(({ type }) => type !== 'null');
  if (branch) return exampleOf(branch, place, options);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, place, options) as object));
  return ofType(schema, place, options);
}

function ofType(schema: JsonSchema, place: Place, options: ExampleOptions): unknown {
  const [type] = [schema.type ?? (schema.properties ? 'object' : 'any')].flat().filter((one) => one !== 'null');
  switch (type) {
    case 'object':
      return ofObject(schema, place, options);
    case 'array': {
      const { items, prefixItems } = schema;
      const parts = prefixItems ?? (Array.isArray(items) ? items : [items as JsonSchema | undefined]);
      return parts.filter((part) => part !== undefined).map((part) => exampleOf(part, place, options));
    }
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'string':
      return ofText(schema, place, options);
    default:
      return {};
  }
}

function ofObject({ properties, additionalProperties: rest }: JsonSchema, place: Place, options: ExampleOptions) {
  const within = place.name ?? place.field;
  const composed = Object.entries(properties ?? {}).map(([field, part]) => [
    field,
    exampleOf(part, { field, within }, options),
  ]);
  if (composed.length === 0 && typeof rest === 'object') options.missing?.(`${place.within}.${place.field}`);
  return Object.fromEntries(composed);
}

function ofText(schema: JsonSchema, { field, within }: Place, { missing }: ExampleOptions): string {
  if (schema.format === 'date-time') return '2026-11-03T09:30:00.000Z';
  if (schema.format === 'date') return '2026-11-03';
  if (schema.format === 'uuid') return `019a4905-2ac0-7c4e-9b1d-${digitsFor(field === 'id' ? `${within}.id` : field)}`;
  missing?.(`${within}.${field}`);
  return field;
}

function digitsFor(name: string): string {
  let sum = 7;
  for (const letter of name.repeat(3)) sum = (sum * 31 + letter.charCodeAt(0)) % 0xffffffffffff;
  return sum.toString(16).padStart(12, '0');
}

export function enumValues({ enum: closed, 'x-extensible-enum': open }: JsonSchema): readonly unknown[] | undefined {
  return closed ?? open;
}
