import pg from 'pg';
import { expect, inject, test } from 'vitest';

test.each([
  ['log_error_verbosity', 'terse'],
  ['log_min_error_statement', 'panic'],
  ['log_parameter_max_length_on_error', '0'],
  ['log_statement', 'none'],
  ['log_min_duration_statement', '-1'],
  ['log_min_duration_sample', '-1'],
])('P3 Postgres runs with %s = %s, so its log holds no private values', async (name, value) => {
  const client = new pg.Client({ connectionString: inject('stack').superuserUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ setting: string }>('select current_setting($1) as setting', [name]);
    expect(rows[0]?.setting).toBe(value);
  } finally {
    await client.end();
  }
});
