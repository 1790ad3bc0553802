import { type Machine, machines } from './machines.ts';

/** States that nothing leads to are left out: the contract may have a word that is never reached. */
export function diagramOf({ first, moves }: Machine): string {
  const left = new Set(moves.map(({ from }) => from));
  const ends = [...new Set(moves.map(({ to }) => to))].filter((state) => !left.has(state));
  const lines = [
    `[*] --> ${first}`,
    ...moves.map(({ from, to, label }) => `${from} --> ${to}${label === undefined ? '' : `: ${label}`}`),
    ...ends.map((state) => `${state} --> [*]`),
  ];
  return ['stateDiagram-v2', ...lines.map((line) => `  ${line}`)].join('\n');
}

const block = /<!-- states: ([^>]+?) -->\n[\s\S]*?<!-- end -->/g;

/** The page with the diagram of each `<!-- states: name -->` up to its `<!-- end -->`. */
export function withDiagrams(page: string): string {
  return page.replaceAll(block, (_all, name: string) => {
    const machine = machines[name];
    if (!machine)
      throw new Error(`No state machine is named "${name}". Use one of: ${Object.keys(machines).join(', ')}.`);
    return `<!-- states: ${name} -->\n\`\`\`mermaid\n${diagramOf(machine)}\n\`\`\`\n<!-- end -->`;
  });
}
