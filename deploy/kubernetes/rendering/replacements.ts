import type { Manifest } from '../pods.ts';

export type Replacement = {
  source: { kind: string; name: string; fieldPath: string; options?: { delimiter: string; index: number } };
  targets: { select: { kind: string; name: string }; fieldPaths: string[] }[];
};

/** Copies a field, or a part of it, into others. */
export function applyReplacements(all: Manifest[], replacements: Replacement[]): void {
  for (const { source, targets } of replacements) {
    const text = String(fieldOf(objectOf(all, source), source.fieldPath).get());
    const { delimiter = '', index = 0 } = source.options ?? {};
    const value = delimiter ? text.split(delimiter)[index] : text;
    for (const { select, fieldPaths } of targets)
      for (const path of fieldPaths) fieldOf(objectOf(all, select), path).set(value);
  }
}

function objectOf(all: Manifest[], { kind, name }: { kind: string; name: string }): Manifest {
  const found = all.find((one) => one.kind === kind && one.metadata.name === name);
  if (!found) throw new Error(`A replacement names ${kind} ${name}, which does not exist.`);
  return found;
}

/** `spec.containers.[name=service].image`; a part in brackets is an element of a list, or a key with dots in it. */
function fieldOf(root: unknown, path: string) {
  const parts = [...path.matchAll(/\[([^\]]+)\]|([^.[\]]+)/g)].map(
    ([, inBrackets, plain]) => inBrackets ?? plain ?? '',
  );
  const last = parts.pop() ?? '';
  let place = root as Record<string, unknown>;
  for (const part of parts) {
    const [key = '', wanted] = part.split('=');
    const next = wanted
      ? (place as unknown as Record<string, unknown>[]).find((one) => one[key] === wanted)
      : place[key];
    if (!(next instanceof Object)) throw new Error(`A replacement names ${path}, which does not exist.`);
    place = next as Record<string, unknown>;
  }
  if (!(last in place)) throw new Error(`A replacement names ${path}, which does not exist.`);
  return {
    get: () => place[last],
    set: (value: unknown) => {
      place[last] = value;
    },
  };
}
