import { type Html, html } from '@trust/html/html';
import { enumValues, type JsonSchema } from '@trust/openapi/description/example';
import { markdown } from '../../page/markdown.ts';

export type Schema = JsonSchema & {
  required?: readonly string[];
  description?: string;
  minLength?: number;
  maxLength?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
};
type Field = { name: string; schema: Schema; required: boolean };

export function schemaFields(schema: Schema): Html {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return html`<p>${typeOf(schema)}</p>`;
  return html`<div class="table"><table>
<thead><tr><th scope="col">Field</th><th scope="col">Type and description</th></tr></thead>
<tbody>
${fields.map(
  ({ name, schema: field, required }) =>
    html`<tr><th scope="row"><code>${name}</code>${!required && html` <span class="quiet">optional</span>`}</th><td>${typeOf(field)}${field.description && markdown(field.description)}</td></tr>
`,
)}</tbody>
</table></div>`;
}

function fieldsOf(schema: Schema, prefix = ''): Field[] {
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches) return branches.flatMap((branch) => fieldsOf(branch, prefix)).filter(isFirstOfName);
  const element = elementOf(schema);
  if (element?.properties || element?.oneOf) return fieldsOf(element, `${prefix.replace(/\.$/, '')}[].`);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]: [string, Schema]) => [
    { name: prefix + name, schema: field, required: schema.required?.includes(name) ?? false },
    ...fieldsOf(field, `${prefix}${name}.`),
  ]);
}

function isFirstOfName({ name }: Field, index: number, all: Field[]): boolean {
  return all.findIndex((field) => field.name === name) === index;
}

function elementOf({ items }: Schema): Schema | undefined {
  return Array.isArray(items) ? undefined : (items as Schema | undefined);
}

/** A type with its constraints: `string, one of "sms", "email"`. */
export function typeOf(schema: Schema): Html {
  if (schema.$ref) return schemaLink(schema.$ref);
  const branches = (schema.oneOf ?? schema.anyOf)?.filter(({ type }) => type !== 'null');
  if (branches?.some(({ $ref }) => $ref)) {
    const nullable = (schema.oneOf ?? schema.anyOf)?.length !== branches.length;
    return html`${branches.map((branch, index) => html`${index > 0 && ' or '}${typeOf(branch)}`)}${nullable && ' or null'}`;
  }
  const element = elementOf(schema);
  if (element) return html`array of ${typeOf(element)}${bounds(schema)}`;
  return html`${nameOf(schema)}${values(schema)}${bounds(schema)}`;
}

export function schemaLink(ref: string): Html {
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  return html`<a href="${`#schema-${name}`}">${name}</a>`;
}

function nameOf({ type, format, oneOf, anyOf }: Schema): string {
  const branches = oneOf ?? anyOf;
  if (!type && branches)
    return branches
      .map((branch) => nameOf(branch))
      .filter((name, at, all) => all.indexOf(name) === at)
      .join(' or ');
  const types = [type ?? 'object'].flat();
  return types.map((one) => (one === 'string' && format ? `string (${format})` : one)).join(' or ');
}

function values(schema: Schema): Html | false {
  const all = schema.const !== undefined ? [schema.const] : enumValues(schema)?.filter((value) => value !== null);
  if (!all) return false;
  const list = all.map((value, index) => html`${index > 0 && ', '}<code>${JSON.stringify(value)}</code>`);
  return html`, ${all.length > 1 ? 'one of ' : 'always '}${list}${schema['x-extensible-enum'] && '; more values may be added'}`;
}

function bounds(schema: Schema): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, pattern, format } = schema;
  const range = (min: number | undefined, max: number | undefined, unit: string) => {
    if (max === undefined && min === undefined) return [];
    const amount = max === undefined ? `at least ${min}` : min === undefined ? `at most ${max}` : `${min} to ${max}`;
    return [amount + unit];
  };
  const parts = [
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' items'),
    ...(Math.abs(maximum ?? 0) > 1e15 ? [] : range(minimum === -9007199254740991 ? undefined : minimum, maximum, '')),
    ...(pattern && !format ? [`pattern ${pattern}`] : []),
  ];
  return parts.map((part) => `, ${part}`).join('');
}
