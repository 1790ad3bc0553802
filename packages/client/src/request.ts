type Value = string | number | boolean;
type Values = Readonly<Record<string, Value | readonly Value[] | null | undefined>>;

/** `params`, `body`, `headers` and `signal` of a call, as any operation takes them. */
export type CallInput = {
  params?: { path?: Values; query?: Values; header?: Values };
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | null;
};

export function requestOf(origin: string, method: string, path: string, input: CallInput, init: RequestInit): Request {
  const { path: inPath = {}, query = {}, header = {} } = input.params ?? {};
  const headers = new Headers(init.headers);
  for (const [name, value] of [...Object.entries(header), ...Object.entries(input.headers ?? {})])
    if (value !== undefined && value !== null) headers.set(name, String(value));
  const isJson = input.body !== undefined && !(input.body instanceof Blob);
  if (isJson && !headers.has('content-type')) headers.set('content-type', 'application/json');
  return new Request(origin + pathOf(path, inPath) + queryOf(query), {
    ...init,
    method: method.toUpperCase(),
    headers,
    ...(input.body !== undefined && { body: isJson ? JSON.stringify(input.body) : (input.body as Blob) }),
    ...(input.signal && { signal: input.signal }),
  });
}

function pathOf(path: string, values: Values): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[name];
    // An empty one would be the address of the list.
    if (value === undefined || value === null || value === '')
      throw new TypeError(`\`params.path.${name}\` of ${path} is missing.`);
    return encodeURIComponent(String(value));
  });
}

function queryOf(values: Values): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    for (const one of [value].flat()) if (one !== undefined && one !== null) query.append(name, String(one));
  const text = query.toString();
  return text && `?${text}`;
}
