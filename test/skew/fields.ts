/** Paths of all fields with the type of their value: `claims[].statement string`. Items of a list share one path. */
export function fieldsOf(value: unknown, path = ''): Set<string> {
  const found = new Set<string>();
  const add = (child: unknown, place: string) => {
    for (const field of fieldsOf(child, place)) found.add(field);
  };
  if (Array.isArray(value)) for (const item of value) add(item, `${path}[]`);
  else if (typeof value === 'object' && value !== null)
    for (const [name, child] of Object.entries(value)) add(child, path ? `${path}.${name}` : name);
  else found.add(`${path} ${value === null ? 'null' : typeof value}`);
  return found;
}
