import type { Identity } from './service.ts';

export function recordStatements({ app, db }: Identity): string[] {
  const work: string[] = [];
  db.pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...values: unknown[]) => unknown;
    const query = (first: string | { text: string }, values?: unknown[], ...rest: unknown[]) => {
      const text = typeof first === 'string' ? first : first.text;
      work.push(text, ...eventsIn(text, values).map(() => 'insert into outbox'));
      return send(first, values, ...rest);
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

// One statement writes all events of a transaction, so their number is recorded too.
function eventsIn(text: string, values: unknown[] = []): unknown[] {
  return /insert into outbox/.test(text) ? JSON.parse(String(values[0])) : [];
}
