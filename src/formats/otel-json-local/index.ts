import type { TraceFormat } from '../format.ts';
import { hasList, hasText } from '../shared/format-marks.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';

export const otelJsonLocal: TraceFormat = {
  id: 'otel-json-local',
  title: 'Local OpenTelemetry JSON (otel-json-local-v0)',
  keys: ['schema', 'spans'],
  marks: [hasText('schema', 'otel-json-local-v0'), hasList('spans')],
  detect,
  parse,
};
