import ts from 'typescript';
import type { ContractDocument, ContractOperation } from '../contract-document.ts';
import { membersOf, nameOf, typeOfMember } from './type-nodes.ts';

const { factory } = ts;
const optional = factory.createToken(ts.SyntaxKind.QuestionToken);
const nothing = factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword);
const exported = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];

/** `Operations`, and the ids of those that are lists with pages. `types`: of openapi-typescript. */
export function operationTypes({ paths }: ContractDocument, types: ts.PropertySignature[]): ts.Statement[] {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const members = types.map((type) => {
    const operation = operations.find(({ operationId }) => operationId === nameOf(type)) as ContractOperation;
    return operationType(operation, membersOf(type.type));
  });
  const lists = operations.filter(hasPages).map(({ operationId }) => operationId);
  const ids = lists.sort().map((id) => factory.createLiteralTypeNode(factory.createStringLiteral(id)));
  return [
    withText(
      factory.createInterfaceDeclaration(exported, 'Operations', undefined, undefined, members),
      'What each operation takes and returns. The functions of `client.api` have these names.',
    ),
    withText(
      factory.createTypeAliasDeclaration(exported, 'ListId', undefined, factory.createUnionTypeNode(ids)),
      'Operations that return a page: `client.paginate` reads them to the end.',
    ),
  ];
}

/** A signed page is a text. */
function hasPages({ parameters = [], responses }: ContractOperation): boolean {
  const isJson = responses['200']?.content?.['application/json'] !== undefined;
  return isJson && parameters.some(({ name }) => name === 'cursor');
}

function operationType({ operationId, summary, description }: ContractOperation, parts: ts.PropertySignature[]) {
  const inputs = [paramsOf(membersOf(typeOfMember(parts, 'parameters'))), bodyOf(parts)];
  const input = factory.createTypeLiteralNode(inputs.filter((one) => one !== undefined));
  const result = resultOf(membersOf(typeOfMember(parts, 'responses')));
  const type = factory.createTypeLiteralNode([property('input', input), property('result', result)]);
  return withText(property(operationId, type), [summary, description].filter(Boolean).join('\n\n'));
}

function paramsOf(places: ts.PropertySignature[]): ts.PropertySignature | undefined {
  const used = places.filter(({ type }) => type && ts.isTypeLiteralNode(type));
  if (used.length === 0) return undefined;
  const isOptional = used.every(({ questionToken }) => questionToken);
  return property('params', factory.createTypeLiteralNode(used), isOptional);
}

function bodyOf(parts: ts.PropertySignature[]): ts.PropertySignature | undefined {
  const body = parts.find((part) => nameOf(part) === 'requestBody');
  const content = membersOf(typeOfMember(membersOf(body?.type), 'content'));
  if (content.length === 0) return undefined;
  const json = typeOfMember(content, 'application/json');
  return property('body', json ?? factory.createTypeReferenceNode('Blob'), Boolean(body?.questionToken));
}

/** The JSON of each success. */
function resultOf(responses: ts.PropertySignature[]): ts.TypeNode {
  const json = responses.map(({ type }) =>
    typeOfMember(membersOf(typeOfMember(membersOf(type), 'content')), 'application/json'),
  );
  const types = new Map(json.map((type) => [type ? textOf(type) : '', type ?? nothing]));
  const all = [...types.values()];
  return all.length > 1 ? factory.createUnionTypeNode(all) : (all[0] ?? nothing);
}

const printer = ts.createPrinter({ removeComments: true });
const noFile = ts.createSourceFile('none.ts', '', ts.ScriptTarget.Latest);

function textOf(type: ts.TypeNode): string {
  return printer.printNode(ts.EmitHint.Unspecified, type, noFile);
}

function property(name: string, type: ts.TypeNode, isOptional = false): ts.PropertySignature {
  return factory.createPropertySignature(undefined, name, isOptional ? optional : undefined, type);
}

function withText<Node extends ts.Node>(node: Node, text: string): Node {
  const lines = text.replaceAll('*/', '*\\/').split('\n');
  const comment = lines.length === 1 ? `* ${text} ` : `*\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n `;
  return ts.addSyntheticLeadingComment(node, ts.SyntaxKind.MultiLineCommentTrivia, comment, true);
}
