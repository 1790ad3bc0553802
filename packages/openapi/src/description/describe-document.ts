import type { ValueMeanings } from '@trust/contracts/values/value-list';
import { describeSchema, descriptionOf } from './describe-schema.ts';
import { exampleOf, type JsonSchema } from './example.ts';
import { openEnums, referencedSchemas } from './open-enums.ts';

type Parameter = { name: string; in: string; description?: string; schema: JsonSchema; example?: unknown };
type TextSchema = JsonSchema & { contentSchema?: JsonSchema };
type Content = Record<string, { schema?: TextSchema }>;
type Operation = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};

export type FragmentDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas?: Record<string, JsonSchema> };
};

/** Also opens enums of responses. Idempotent. `missing` gets each place without a description, `texts` each list. */
export function describeDocument<Document extends FragmentDocument>(
  document: Document,
  missing?: (place: string) => void,
  texts?: (name: string, values: ValueMeanings) => void,
): Document {
  const schemas = document.components.schemas ?? {};
  const resolve = (ref: string) => {
    const name = ref.slice(ref.lastIndexOf('/') + 1);
    return { name, schema: schemas[name] ?? {} };
  };
  const options = { resolve, missing, texts };

  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const inResponses = referencedSchemas(
    operations.map(({ responses }) => responses),
    schemas,
  );
  const inRequests = referencedSchemas(
    operations.map(({ requestBody, parameters }) => [requestBody, parameters]),
    schemas,
  );
  for (const name of inRequests)
    if (inResponses.has(name) && JSON.stringify(schemas[name]).includes('"enum":'))
      throw new Error(`${name} has an enum and is used in requests and responses: use two schemas.`);

  // The decoded payload of a signed card.
  const withPayload = (schema: TextSchema): TextSchema => {
    const { contentSchema } = schema;
    if (!contentSchema) return schema;
    const example = exampleOf(contentSchema, { field: '', within: '' }, { resolve });
    return { ...schema, contentSchema: { ...contentSchema, examples: [example] } };
  };
  const describeContent = (content: Content, within: string, isResponse = false): Content =>
    mapValues(content, ({ schema, ...rest }) => {
      const full = schema && withPayload(describeSchema(schema, within, options));
      return { ...(full && { schema: isResponse ? openEnums(full) : full }), ...rest };
    });
  const describeParameter = (operationId: string, parameter: Parameter): Parameter => {
    const description = descriptionOf(
      { ...(parameter.description && { description: parameter.description }), ...parameter.schema } as JsonSchema,
      `${operationId}: ${parameter.in}.${parameter.name}`,
      missing,
    );
    if (!description) missing?.(`${operationId}: ${parameter.in}.${parameter.name}`);
    const example = exampleOf(parameter.schema, { field: parameter.name, within: parameter.in }, { resolve });
    const {
      examples: _,
      description: __,
      ...schema
    } = describeSchema(parameter.schema, parameter.name, options) as JsonSchema & { description?: string };
    return { ...parameter, schema, ...(description && { description }), example };
  };
  const describeOperation = (operation: Operation): Operation => {
    const { operationId, parameters, requestBody, responses } = operation;
    return {
      ...operation,
      ...(parameters && { parameters: parameters.map((one) => describeParameter(operationId, one)) }),
      ...(requestBody && {
        requestBody: { ...requestBody, content: describeContent(requestBody.content, operationId) },
      }),
      responses: mapValues(responses, (response) => ({
        ...response,
        ...(response.content && { content: describeContent(response.content, operationId, true) }),
      })),
    };
  };

  return {
    ...document,
    paths: mapValues(document.paths, (item) => mapValues(item, describeOperation)),
    components: {
      ...document.components,
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => {
          const full = describeSchema(schema, name, options);
          return [name, inResponses.has(name) ? openEnums(full) : full];
        }),
      ),
    },
  };
}

function mapValues<From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
