import { z } from 'zod';
import type { JsonValue } from '../base/json.ts';

/** Any JSON value, as it stood in the source. Not walked when an artifact is validated: a JSON parser made it. */
export const jsonValueSchema = z
  .custom<JsonValue>((value) => value !== undefined)
  .meta({ description: 'Any JSON value' });
