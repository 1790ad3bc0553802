import type { ContractDocument, ContractOperation, ContractResponse, Parameter } from '../contract-document.ts';

/** Drops examples, headers and problems, and keeps one success: a twelfth of the text, the same types. */
export function leanContract({ paths, components }: ContractDocument) {
  const items = Object.entries(paths).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, leanOperation(operation)])),
  ]);
  const { schemas } = withoutExamples({ schemas: components.schemas });
  return {
    openapi: '3.1.0',
    info: { title: '', version: '' },
    paths: Object.fromEntries(items),
    components: { schemas },
  };
}

function leanOperation({ operationId, parameters, requestBody, responses }: ContractOperation) {
  const succeeded = Object.entries(responses).filter(([status]) => Number(status) < 300);
  return withoutExamples({
    operationId,
    ...(parameters && { parameters: parameters.map(leanParameter) }),
    ...(requestBody && { requestBody }),
    responses: Object.fromEntries(succeeded.map(([status, response]) => [status, leanResponse(response)])),
  });
}

/** The client sends the key of a request and the id of the device, so callers need not. */
function leanParameter({ description: _text, required = false, ...one }: Parameter): Parameter {
  return { ...one, required: required && !['Idempotency-Key', 'X-Device-Id'].includes(one.name) };
}

function leanResponse({ description, content }: ContractResponse) {
  return { description, ...(content && { content }) };
}

function withoutExamples<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value, (key, part) => (/^examples?$/.test(key) ? undefined : part)));
}
