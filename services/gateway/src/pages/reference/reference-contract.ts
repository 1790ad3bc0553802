import type { ContractDocument, ContractOperation } from '@trust/openapi/contract-document';
import { slugOf } from '../markdown.ts';
import { conditions } from './conditions.ts';

const ownSection = `
## Try it

Every operation has a button that sends a request from your browser to this server. Sign in with [a challenge](#createChallenge) and
[its code](#verifyChallenge). Later requests from this page use that session until you sign out or reload. The page keeps the token in
memory only.
`;

/** The contract as the reference shows it: each operation says who may call it and on which terms, links lead to places on the page. */
export function referenceContract(contract: ContractDocument, publicUrl: string): ContractDocument {
  const links = new Map(operationsOf(contract).map((operation) => [operation.operationId, linkOf(operation)]));
  const linked = (text: string) =>
    text.replace(/\]\(#(\w+)\)/g, (whole, id: string) => (links.has(id) ? `](#${links.get(id)})` : whole));
  const introduction = contract.info.description.replaceAll('http://127.0.0.1:8080', publicUrl) + ownSection;
  return {
    ...contract,
    info: { ...contract.info, description: linked(introduction) },
    paths: Object.fromEntries(
      Object.entries(contract.paths).map(([path, item]) => [
        path,
        Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, shown(operation, contract)])),
      ]),
    ),
  };
}

export function operationsOf({ paths }: ContractDocument): ContractOperation[] {
  return Object.values(paths).flatMap((item) => Object.values(item));
}

/** Where Scalar puts an operation, given its slug (start-reference.js). */
export function linkOf({ operationId, tags }: ContractOperation): string {
  return `tag/${slugOf(tags[0] ?? '')}/${operationId}`;
}

function shown(operation: ContractOperation, contract: ContractDocument): ContractOperation {
  // The page makes samples of its own, in several languages.
  const { 'x-codeSamples': _samples, description, ...rest } = operation;
  return { ...rest, description: [description, conditions(operation, contract)].filter(Boolean).join('\n\n') };
}
