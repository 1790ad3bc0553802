import ts from 'typescript';

export function membersOf(type: ts.TypeNode | undefined): ts.PropertySignature[] {
  return type && ts.isTypeLiteralNode(type) ? type.members.filter(ts.isPropertySignature) : [];
}

export function typeOfMember(members: ts.PropertySignature[], name: string): ts.TypeNode | undefined {
  return members.find((member) => nameOf(member) === name)?.type;
}

export function nameOf({ name }: ts.PropertySignature): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? name.text : '';
}
