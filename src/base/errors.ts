/**
 * The one table of error codes. `exitCode` follows the command line's contract: 2 wrong use or input, 3 environment.
 * `docs/reference/errors.md` is written from it.
 */
export const ERRORS = {
  TRACE_NOT_FOUND: { exitCode: 2, hint: 'Check the path. Quote globs so that the shell leaves them alone.' },
  TRACE_UNREADABLE: { exitCode: 2, hint: 'Check the permissions of the file.' },
  TRACE_EMPTY: { exitCode: 2, hint: 'The file holds no data. Check that the exporter flushed it.' },
  TRACE_BINARY: { exitCode: 2, hint: 'Culprit reads text (JSON or JSON lines). Export the trace as JSON first.' },
  TRACE_TOO_LARGE: { exitCode: 2, hint: 'Split the file, or write one trajectory a line (JSONL), which is streamed.' },
  TRACE_TOO_DEEP: { exitCode: 2, hint: 'The JSON is nested deeper than any trace needs to be. Check what wrote it.' },
  TRACE_JSON_INVALID: { exitCode: 2, hint: 'The file is not valid JSON or JSON lines. See the place named above.' },
  TRACE_FORMAT_UNKNOWN: { exitCode: 2, hint: 'Run `culprit inspect FILE`, and see docs/formats for what can be read.' },
  TRACE_FORMAT_INVALID: { exitCode: 2, hint: 'The format was recognised, but the record does not have its shape.' },
  TRACE_NO_STEPS: { exitCode: 2, hint: 'The trace holds no steps to diagnose.' },
  SCHEMA_UNKNOWN: { exitCode: 2, hint: 'Run `culprit schema` to see the names.' },
  RULE_UNKNOWN: { exitCode: 2, hint: 'Run `culprit rules` to see the names.' },
  ARTIFACT_INVALID: { exitCode: 2, hint: 'The artifact does not fit its schema. `culprit schema NAME` prints it.' },
  ARTIFACT_TOO_NEW: { exitCode: 2, hint: 'The artifact was written by a newer version of Culprit. Update Culprit.' },
  PACK_INVALID: { exitCode: 2, hint: 'See docs/reference/constraint-packs.md for the fields of a pack.' },
  TOOLS_INVALID: { exitCode: 2, hint: 'See docs/reference/constraint-packs.md for the shapes of tools that are read.' },
  POLICY_INVALID: { exitCode: 2, hint: 'A policy is a text or Markdown file of at most 1 MB.' },
  TAXONOMY_INVALID: { exitCode: 2, hint: 'See docs/reference/crosswalk.md for the fields of a taxonomy.' },
  CONFIG_INVALID: { exitCode: 2, hint: 'See docs/reference/configuration.md for the fields.' },
  USAGE_INVALID: { exitCode: 2, hint: 'Run `culprit --help`.' },
  OUTPUT_UNWRITABLE: { exitCode: 3, hint: 'Check that the folder exists and can be written to.' },
  MODEL_UNKNOWN: { exitCode: 2, hint: 'See docs/reference/models.md for the names of models.' },
  MODEL_PACKAGE_MISSING: { exitCode: 3, hint: 'Install the packages named above beside Culprit, and try again.' },
  MODEL_KEY_MISSING: { exitCode: 3, hint: 'Set the variable named above. docs/reference/models.md lists them.' },
  MODEL_KEY_REFUSED: { exitCode: 3, hint: 'Check the key, and that it may use this model.' },
  MODEL_REQUEST_REJECTED: { exitCode: 3, hint: 'The provider did not accept the request: its words stand above.' },
  MODEL_REFUSED: { exitCode: 3, hint: 'The model declined to answer. Try another model.' },
  MODEL_RATE_LIMITED: { exitCode: 3, hint: 'Wait, lower the number of calls at once, or raise the quota.' },
  MODEL_UNAVAILABLE: { exitCode: 3, hint: 'Check the network and the address of the provider, and try again.' },
  MODEL_ANSWER_INVALID: { exitCode: 3, hint: 'The model did not answer in the form asked for. Try a stronger model.' },
  MODEL_CONTEXT_OVERFLOW: { exitCode: 3, hint: 'Use a model with a larger context window.' },
  MODEL_BUDGET_SPENT: { exitCode: 3, hint: 'Raise the limit on cost or calls, or go on with what is there.' },
  MODEL_REPLAY_MISSING: { exitCode: 2, hint: 'Record again: what is asked has changed since the recording.' },
  INTERNAL: { exitCode: 3, hint: 'This is a fault of Culprit. Please report it with the trace, if you can share it.' },
} as const satisfies Record<string, { readonly exitCode: 2 | 3; readonly hint: string }>;

export type ErrorCode = keyof typeof ERRORS;

const MARK = Symbol.for('culprit.AppError');

/** The one error class: a code of `ERRORS`, a message that says what happened and where, and details as data. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly [MARK] = true;

  constructor(
    code: ErrorCode,
    message: string,
    options: { readonly cause?: unknown; readonly details?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details ?? {};
  }

  get hint(): string {
    return ERRORS[this.code].hint;
  }

  get exitCode(): 2 | 3 {
    return ERRORS[this.code].exitCode;
  }

  static isInstance(value: unknown): value is AppError {
    return typeof value === 'object' && value !== null && MARK in value;
  }
}
