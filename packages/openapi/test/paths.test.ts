import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

type Operation = { operationId: string; responses: Record<string, { content?: unknown }> };

const contract = JSON.parse(readFileSync(join(import.meta.dirname, '../../contracts/openapi.json'), 'utf8'));
const paths = Object.keys(contract.paths);
const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({ method, path, ...operation })),
);

/** Each parameter of a path with the collection that it chooses from. Public ids are of a kind of their own. */
const choices = paths.flatMap((path) => {
  const segments = path.split('/');
  return segments.flatMap((segment, index) => {
    const [, parameter] = /^\{(\w+)\}$/.exec(segment) ?? [];
    const collection = `${path.includes('/public/') ? 'public ' : ''}${segments[index - 1]}`;
    return parameter === undefined ? [] : { path, parameter, collection };
  });
});

/** `availability`, `audit`, `triage` and `evidence` are names of the specification; a grant opens a review. */
const chosenFromOne = /^(availability|audit|triage|\{subjectType\}|evidence|evidence-review|(public )?media)$/;

/** The specification gives `{id}` ("Fields and rules that are given"). */
const givenBySpecification = 'upload-intents';

test('a parameter of a path says which id it is', () => {
  const bare = choices.filter(
    ({ parameter, collection }) => /^(id|key|token)$/.test(parameter) && collection !== givenBySpecification,
  );
  expect(bare.map(({ path }) => path)).toEqual([]);
  const mistakable = choices.filter(({ parameter }) => parameter === 'requestId');
  expect(mistakable.map(({ path }) => path)).toEqual([]);
});

test('the ids of a collection have the same parameter name in every path', () => {
  const names = new Map<string, string>();
  for (const { collection, parameter } of choices) names.set(collection, names.get(collection) ?? parameter);
  const wrong = choices.filter(({ collection, parameter }) => names.get(collection) !== parameter);
  expect(choices.length).toBeGreaterThan(100);
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

/** Words without a plural; a step-up changes the session of its caller. */
const notPlural = /\/(evidence|media|step-up)$/;

test('a thing is created in a collection, whose name is plural', () => {
  const created = operations.filter(({ method, operationId }) => method === 'post' && /^create[A-Z]/.test(operationId));
  const wrong = created.filter(({ path }) => !/s$/.test(path) && !notPlural.test(path));
  expect(created.length).toBeGreaterThan(40);
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test('a collection from which an id chooses is plural', () => {
  const wrong = choices.filter(({ collection }) => !/s$/.test(collection) && !chosenFromOne.test(collection));
  expect([...new Set(wrong.map(({ collection }) => collection))]).toEqual([]);
});

test('DELETE returns 204, without a body', () => {
  const deleting = operations.filter(({ method }) => method === 'delete');
  const wrong = deleting.filter(({ responses }) => {
    const successes = Object.keys(responses).filter((status) => status < '400');
    return successes.join() !== '204' || responses[204]?.content !== undefined;
  });
  expect(deleting.length).toBeGreaterThan(12);
  expect(wrong.map(({ operationId }) => operationId)).toEqual([]);
});
