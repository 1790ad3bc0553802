import { KnownClaimType, SourceKind } from '@trust/contracts/catalog/claim-types';
import { DocumentKind } from '@trust/contracts/catalog/document-kinds';
import { isMap, isScalar, LineCounter, type ParsedNode, parseDocument } from 'yaml';
import type { z } from 'zod';
import { CategoryFile } from './schema.ts';

export type FileError = { line: number; column: number; message: string };
export type ReadFile = { category: CategoryFile; errors?: undefined } | { category?: undefined; errors: FileError[] };

export function readCategoryFile(text: string, name: string): ReadFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const errorAt = (offset: number, message: string): FileError => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1), message };
  };
  if (document.errors.length > 0)
    return { errors: document.errors.map(({ pos, message }) => errorAt(pos[0], message.split('\n')[0] ?? message)) };

  const root = document.contents as ParsedNode | null;
  const { success, data, error } = CategoryFile.safeParse(document.toJS());
  if (!success) {
    const errors = error.issues.flatMap((issue) =>
      issueErrors(issue).map((one) => errorAt(offsetOf(root, one.path), one.message)),
    );
    return { errors: errors.sort((a, b) => a.line - b.line) };
  }
  const errors = checkRules(data, name).map(({ path, message }) => errorAt(offsetOf(root, path), message));
  return errors.length > 0 ? { errors } : { category: data };
}

type PathError = { path: readonly PropertyKey[]; message: string };

function issueErrors(issue: z.core.$ZodIssue): PathError[] {
  const at = (path: readonly PropertyKey[]) => path.map(String).join('.') || 'the file';
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      message: `${at([...issue.path, key])}: unknown field`,
    }));
  return [{ path: issue.path, message: `${at(issue.path)}: ${issue.message}` }];
}

function checkRules({ key, requirements }: CategoryFile, name: string): PathError[] {
  const errors: PathError[] = [];
  const french = new Map<string, string>();
  if (`${key}.yaml` !== name) errors.push({ path: ['key'], message: `key: the file must be named ${key}.yaml` });
  requirements.forEach((requirement, index) => {
    if (requirements.findIndex((other) => other.key === requirement.key) < index)
      errors.push({
        path: ['requirements', index, 'key'],
        message: `requirements.${index}.key: ${requirement.key} is used twice`,
      });
    for (const [field, list, value] of [
      ...requirement.documentKinds.map((kind, place) => [`documentKinds.${place}`, DocumentKind, kind] as const),
      ['claim.type', KnownClaimType, requirement.claim.type] as const,
      ['claim.sourceKind', SourceKind, requirement.claim.sourceKind] as const,
    ])
      if (!(list.options as string[]).includes(value))
        errors.push({
          path: ['requirements', index, ...field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))],
          message: `requirements.${index}.${field}: ${value} has no name for people; add it to packages/contracts/src/catalog`,
        });
    const { methods } = requirement.claim;
    if (new Set(methods).size < methods.length)
      errors.push({
        path: ['requirements', index, 'claim', 'methods'],
        message: `requirements.${index}.claim.methods: lists a method twice`,
      });
    if (methods.includes('field_visit') !== requirement.fieldVisit)
      errors.push({
        path: ['requirements', index, 'fieldVisit'],
        message: `requirements.${index}.fieldVisit: must be true exactly when claim.methods lists field_visit`,
      });
    for (const [field, label] of [
      ['label', requirement.label],
      ['claim.statement', requirement.claim.statement],
    ] as const)
      for (const language of ['en', 'fr'])
        if (!label[language])
          errors.push({
            path: ['requirements', index, ...field.split('.')],
            message: `requirements.${index}.${field}: has no text in ${language}`,
          });
    requirement.claim.limitations.forEach(({ en, fr }, place) => {
      const first = french.get(en) ?? fr;
      french.set(en, first);
      if (first !== fr)
        errors.push({
          path: ['requirements', index, 'claim', 'limitations', place, 'fr'],
          message: `requirements.${index}.claim.limitations.${place}.fr: the same English text is “${first}” above`,
        });
    });
  });
  return errors;
}

function offsetOf(root: ParsedNode | null, path: readonly PropertyKey[]): number {
  let node: unknown = root;
  let offset = root?.range[0] ?? 0;
  for (const step of path) {
    if (!isMap(node) && !(node && typeof node === 'object' && 'items' in node)) break;
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (!pair) break;
      offset = (pair.key as ParsedNode).range[0];
      node = pair.value;
    } else {
      const item = (node.items as ParsedNode[])[Number(step)];
      if (!item) break;
      offset = item.range[0];
      node = item;
    }
  }
  return offset;
}
