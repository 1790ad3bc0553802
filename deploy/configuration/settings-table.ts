import { z } from 'zod';

export type Setting = { name: string; type: string; preset: string; isSecret: boolean };

type JsonSchema = {
  properties?: Record<string, JsonSchema>;
  required?: string[];
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  type?: string;
  format?: string;
  enum?: string[];
  const?: string;
  default?: unknown;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  pattern?: string;
};

/** Settings of a service in the order of its schema, without names that are refused because they were renamed. */
export function settingsOf(schema: z.ZodType): Setting[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const variants = json.oneOf ?? json.anyOf ?? [json];
  const merged = new Map<string, { variants: JsonSchema[]; required: number }>();
  for (const { properties = {}, required = [] } of variants)
    for (const [name, property] of Object.entries(properties)) {
      const known = merged.get(name) ?? { variants: [], required: 0 };
      merged.set(name, {
        variants: [...known.variants, property],
        required: known.required + (required.includes(name) ? 1 : 0),
      });
    }
  return [...merged].flatMap(([name, { variants: found, required }]) => {
    const type = [...new Set(found.map(typeOf))].join(' or ');
    if (type === '') return [];
    return [{ name, type, preset: presetOf(found, required, variants.length), isSecret: isSecret(name) }];
  });
}

/** Public keys and the choice of a key are no secrets. Addresses of databases and mail servers hold a password. */
function isSecret(name: string): boolean {
  return (
    /(SECRETS?|PASSWORD|TOKEN|PEPPER|KEY)(_ACCEPTED)?$|^(DATABASE(_DIRECT)?|SMTP)_URL$/.test(name) &&
    !/PUBLIC_KEY$/.test(name)
  );
}

function typeOf({
  type,
  format,
  enum: values,
  const: value,
  minimum,
  exclusiveMinimum,
  maximum,
  pattern,
}: JsonSchema): string {
  if (value !== undefined) return `\`${value}\``;
  if (values) return values.map((one) => `\`${one}\``).join(' or ');
  if (format === 'uri') return 'URL';
  if (type === 'integer') {
    const lowest = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1;
    const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
    return `whole number, ${isBounded ? `${lowest} to ${maximum}` : `at least ${lowest}`}`;
  }
  if (pattern === '^[\\w-]{43}$') return '32 random bytes in base64url';
  return type === 'string' ? 'text' : (type ?? '');
}

function presetOf(found: JsonSchema[], required: number, variants: number): string {
  if (required === variants) return '**required**';
  if (required > 0 && found.length === required) return '**required** with its store';
  const preset = found.find((one) => one.default !== undefined)?.default;
  return preset === undefined || preset === '' || (Array.isArray(preset) && preset.length === 0)
    ? '–'
    : `\`${preset}\``;
}
