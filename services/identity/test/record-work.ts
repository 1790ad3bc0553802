import type { Identity } from './service.ts';

/** What is asked of the database, and what is sealed, from now on. */
export function recordWork({ app, db }: Identity): string[] {
  const work: string[] = [];
  db.pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...values: unknown[]) => unknown;
    const query = (first: string | { text: string }, ...rest: unknown[]) => {
      work.push(typeof first === 'string' ? first : first.text);
      return send(first, ...rest);
    };
    client.query = query as typeof client.query;
  });
  const { sealCode, sealMessage } = app;
  app.sealCode = (code) => {
    work.push('seal');
    return sealCode(code);
  };
  app.sealMessage = (message) => {
    work.push('seal');
    return sealMessage(message);
  };
  return work;
}
