import { stripTypeScriptTypes } from 'node:module';
import { type AnyNode, type Expression, parse } from 'acorn';
import type { Change } from './change.ts';
import { sqlChanges } from './sql-changes.ts';

const moved: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '+': '-', '-': '+' };
// Without `limit` the same page is cut from more rows.
const clauses = new Set(['where', 'whereRef', 'orderBy', 'filter']);
const time = /(?:ms|seconds|minutes|hours|days|months)\b|getTime\(\)|getUTC\w+\(\)/i;
// A millisecond more makes no difference to anybody.
const unit = /(?:seconds|minutes|hours|days|months)$/i;

/** Of each condition, comparison, date and duration. */
export function typescriptChanges(text: string): Change[] {
  // Types become white space, so all positions stay.
  const code = stripTypeScriptTypes(text);
  return nodesOf(parse(code, { ecmaVersion: 'latest', sourceType: 'module' })).flatMap((node) => changesOf(node, text));
}

function changesOf(node: AnyNode, text: string): Change[] {
  const source = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
      return forced(node.test, node.type === 'WhileStatement' ? ['false'] : ['true', 'false']);
    case 'LogicalExpression': {
      if (node.operator === '??') return [];
      // Between parentheses that belong to neither node.
      const at = text.indexOf(node.operator, node.left.end);
      const rest = at + node.operator.length;
      return [
        { start: text.slice(0, at).trimEnd().length, end: node.end, replace: '' },
        { start: node.start, end: rest + text.slice(rest).search(/\S/), replace: '' },
      ];
    }
    case 'BinaryExpression': {
      const { left, right, operator } = node;
      const isArithmetic = operator === '+' || operator === '-';
      if (!moved[operator] || (isArithmetic && !time.test(source(node)))) return [];
      const start = text.indexOf(operator, left.end);
      return [{ start, end: Math.min(start + operator.length, right.start), replace: moved[operator] }];
    }
    case 'CallExpression': {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return [];
      if (!clauses.has(callee.property.name)) return [];
      const dot = text.lastIndexOf('.', callee.property.start);
      return [{ start: text.slice(0, dot).trimEnd().length, end: node.end, replace: '' }];
    }
    case 'VariableDeclarator':
      return node.init ? longer(node.init, unit.test(source(node.id))) : [];
    case 'TaggedTemplateExpression': {
      const { start, end } = node.quasi;
      return sqlChanges(text.slice(start + 1, end - 1)).map((one) => ({
        start: one.start + start + 1,
        end: one.end + start + 1,
        replace: one.replace,
      }));
    }
    default:
      return [];
  }
}

const forced = ({ start, end }: Expression, values: string[]): Change[] =>
  values.map((replace) => ({ start, end, replace }));

/** By one of its unit: the first factor of a product, or the number itself. */
function longer(init: Expression, isUnit: boolean): Change[] {
  if (init.type === 'BinaryExpression' && init.operator === '*' && init.left.type !== 'PrivateIdentifier')
    return longer(init.left, true);
  if (!isUnit || init.type !== 'Literal' || typeof init.value !== 'number') return [];
  return [{ start: init.start, end: init.end, replace: String(init.value + 1) }];
}

function nodesOf(node: AnyNode): AnyNode[] {
  const inner = Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]));
  return [node, ...inner.filter(isNode).flatMap(nodesOf)];
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && typeof (value as AnyNode).type === 'string';
}
