import { createHash, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express from 'express';
import pg from 'pg';

// The reference of the benchmark `webhooks`: one handler that inserts the same row and responds.
/** It answers any message with its port. */
export type Started = [port: number];

const [databaseUrl = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });

const http = express();
http.post('/webhooks', express.raw({ type: () => true, limit: '256kb' }), async (request, response) => {
  const body = request.body as Buffer;
  const { id } = JSON.parse(body.toString()) as { id: string };
  await pool.query({
    name: 'insert',
    text: `insert into inbound_event (id, source, provider_event_id, body_hash, content, received_at) values ($1, 'bench', $2, $3, $4, now())
      on conflict (source, provider_event_id) do nothing`,
    values: [randomUUID(), id, createHash('sha256').update(body).digest(), body],
  });
  response.status(200).end();
});
const server = http.listen(0, '127.0.0.1', () => process.send?.([]));
process.on('message', () => process.send?.([(server.address() as AddressInfo).port] satisfies Started));
