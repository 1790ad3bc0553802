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

/** As much of an OpenAPI document as descriptions need. */
export type FragmentDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas?: Record<string, JsonSchema> };
};

/**
 * The document with a description and an example at every property and parameter, and with open enums in answers. `missing` is called with the place of each one
 * that nobody has described. Describing twice changes nothing.
 */
export function describeDocument<Document extends FragmentDocument>(
  document: Document,
  missing?: (place: string) => void,
): Document {
  const schemas = document.components.schemas ?? {};
  const resolve = (ref: string) => {
    const name = ref.slice(ref.lastIndexOf('/') + 1);
    return { name, schema: schemas[name] ?? {} };
  };
  const options = { resolve, missing };

  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const read = referencedSchemas(
    operations.map(({ responses }) => responses),
    schemas,
  );
  const sent = referencedSchemas(
    operations.map(({ requestBody, parameters }) => [requestBody, parameters]),
    schemas,
  );
  for (const name of sent)
    if (read.has(name) && JSON.stringify(schemas[name]).includes('"enum":'))
      throw new Error(`${name} has an enum and is in requests and in answers: make two schemas of it.`);

  // What a text holds once it is decoded: the payload of a signed card.
  const withPayload = (schema: TextSchema): TextSchema => {
    const { contentSchema } = schema;
    if (!contentSchema) return schema;
    const example = exampleOf(contentSchema, { field: '', within: '' }, { resolve });
    return { ...schema, contentSchema: { ...contentSchema, examples: [example] } };
  };
  const ofContent = (content: Content, within: string, isAnswer = false): Content =>
    mapValues(content, ({ schema, ...rest }) => {
      const whole = schema && withPayload(describeSchema(schema, within, options));
      return { ...(whole && { schema: isAnswer ? openEnums(whole) : whole }), ...rest };
    });
  const ofParameter = (operationId: string, parameter: Parameter): Parameter => {
    const description = parameter.description ?? descriptionOf(parameter.schema, parameter.name, parameter.in, missing);
    if (!description) missing?.(`${operationId}: ${parameter.in}.${parameter.name}`);
    const example = exampleOf(parameter.schema, { field: parameter.name, within: parameter.in }, { resolve });
    return { ...parameter, ...(description && { description }), example };
  };
  const ofOperation = (operation: Operation): Operation => {
    const { operationId, parameters, requestBody, responses } = operation;
    return {
      ...operation,
      ...(parameters && { parameters: parameters.map((one) => ofParameter(operationId, one)) }),
      ...(requestBody && { requestBody: { ...requestBody, content: ofContent(requestBody.content, operationId) } }),
      responses: mapValues(responses, (response) => ({
        ...response,
        ...(response.content && { content: ofContent(response.content, operationId, true) }),
      })),
    };
  };

  return {
    ...document,
    paths: mapValues(document.paths, (item) => mapValues(item, ofOperation)),
    components: {
      ...document.components,
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => {
          const whole = describeSchema(schema, name, options);
          return [name, read.has(name) ? openEnums(whole) : whole];
        }),
      ),
    },
  };
}

function mapValues<From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
