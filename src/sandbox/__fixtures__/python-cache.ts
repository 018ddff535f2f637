import { join } from 'node:path';

/** Where tests keep a started Python interpreter, so that not each of them pays for one. */
export const PYTHON_CACHE = join(import.meta.dirname, '../../../node_modules/.cache/culprit');
