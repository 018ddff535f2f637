import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseTrace } from '../formats/read-trace.ts';
import { createSpanExporter } from './span-exporter.ts';

const bodies: string[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    bodies.push(body);
    response.writeHead(request.url === '/v1/traces' ? 200 : 404).end();
  });
});
let address = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const span = (purpose: string) => ({
  name: 'chat m',
  startedAtMs: 1_700_000_000_000,
  durationMs: 12.5,
  status: 'ok' as const,
  attributes: {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'm',
    'culprit.purpose': purpose,
    n: 1,
    x: 0.5,
  },
});

it('sends spans that our own reader of OpenTelemetry reads', async () => {
  const exporter = createSpanExporter({ endpoint: address, batch: 2 });
  for (const purpose of ['judge', 'check', 'judge']) exporter.onCall(span(purpose));
  expect(await exporter.close()).toBeNull();
  expect(bodies).toHaveLength(2);
  const [read] = parseTrace(bodies[0] ?? '');
  expect(read?.ok === true && read.value.steps.length).toBe(2);
  expect(bodies[0]).toContain('"startTimeUnixNano":"1700000000000000000","endTimeUnixNano":"1700000000012500000"');
});

it('says what was lost where the collector does not take it, and throws nothing', async () => {
  const refusing = createSpanExporter({ endpoint: `${address}/elsewhere` });
  refusing.onCall(span('judge'));
  expect(await refusing.close()).toMatch(/^1 spans could not be sent to 127\.0\.0\.1:\d+: status 404$/);
  const nobody = createSpanExporter({ endpoint: 'http://127.0.0.1:9' });
  nobody.onCall(span('judge'));
  expect(await nobody.close()).toContain('1 spans could not be sent');
  expect(await createSpanExporter({ endpoint: 'http://127.0.0.1:9' }).close()).toBeNull();
});
